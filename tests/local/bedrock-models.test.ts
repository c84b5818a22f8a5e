import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BedrockStandIn, startBedrock } from '../../local/emulators/bedrock/bedrock.ts';

const CORE = 'stability.stable-image-core-v1:1';
const ULTRA = 'stability.stable-image-ultra-v1:1';
const SD35 = 'stability.sd3-5-large-v1:0';
const TITAN = 'amazon.titan-image-generator-v2:0';
const NOVA = 'amazon.nova-canvas-v1:0';

let bedrock: BedrockStandIn;
const clients: BedrockRuntimeClient[] = [];

beforeAll(async () => {
  bedrock = await startBedrock({ instant: true });
});

afterAll(async () => {
  for (const client of clients) client.destroy();
  await bedrock.close();
});

function clientIn(region = 'us-west-2'): BedrockRuntimeClient {
  const client = new BedrockRuntimeClient({
    endpoint: bedrock.endpoint,
    region,
    credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
  clients.push(client);
  return client;
}

async function invoke(
  modelId: string,
  body: unknown,
  { region = 'us-west-2', type = 'application/json' } = {},
) {
  const { body: answer } = await clientIn(region).send(
    new InvokeModelCommand({
      modelId,
      contentType: type,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  return JSON.parse(answer.transformToString()) as Record<string, unknown>;
}

const amazonBody = (config: object = {}, params: object = {}) => ({
  taskType: 'TEXT_IMAGE',
  textToImageParams: { text: 'a castle', ...params },
  imageGenerationConfig: { numberOfImages: 1, ...config },
});

describe('a request that Bedrock takes', () => {
  it.each([
    [CORE, { prompt: 'a castle' }],
    [CORE, { prompt: 'a castle', negative_prompt: '', aspect_ratio: '16:9', seed: 7, output_format: 'PNG' }],
    [
      ULTRA,
      { prompt: 'a castle', aspect_ratio: '16:9', seed: 7, mode: 'text-to-image', output_format: 'png' },
    ],
    [SD35, { prompt: 'a castle', aspect_ratio: '9:21', seed: 4_294_967_294, mode: 'text-to-image' }],
  ])('is answered in the schema of %s', async (model, body) => {
    const answer = await invoke(model, body);

    expect(Object.keys(answer)).toEqual(['seeds', 'finish_reasons', 'images']);
    expect(answer['finish_reasons']).toEqual([null]);
    expect(answer['images']).toEqual([expect.stringMatching(/^iVBORw0KGgo/)]);
    if ('seed' in body) expect(answer['seeds']).toEqual([body.seed]);
  });

  it.each([0, undefined])('gets a random seed for %s, and is told which', async (seed) => {
    const answers = await Promise.all([1, 2].map(() => invoke(CORE, { prompt: 'a castle', seed })));

    const [first, second] = answers.map(({ seeds }) => seeds);
    expect(first).not.toEqual(second);
    expect(first).not.toEqual([0]);
  });

  it.each([
    [TITAN, amazonBody({ width: 1173, height: 640, cfgScale: 8, seed: 2_147_483_646, quality: 'premium' })],
    [NOVA, amazonBody({ width: 1280, height: 720, seed: 858_993_459 }, { negativeText: 'people' })],
    [NOVA, { taskType: 'TEXT_IMAGE', textToImageParams: { text: 'a castle' } }],
  ])('is answered in the schema of %s', async (model, body) => {
    expect(await invoke(model, body)).toEqual({ images: [expect.stringMatching(/^iVBORw0KGgo/)] });
  });

  it('gets as many pictures as it asked for', async () => {
    const { images } = await invoke(NOVA, amazonBody({ numberOfImages: 3 }));

    expect(images).toHaveLength(3);
  });

  it.each(['us-east-1', 'eu-west-1'])('finds the Amazon models in %s too', async (region) => {
    expect(await invoke(NOVA, amazonBody(), { region })).toHaveProperty('images');
  });
});

describe('a request that Bedrock refuses', () => {
  const prompt = 'a castle';

  it.each([
    ['no prompt', CORE, {}, '#: required key [prompt] not found'],
    ['an empty prompt', CORE, { prompt: '' }, '#/prompt: expected minLength: 1, actual: 0'],
    [
      'a long prompt',
      CORE,
      { prompt: 'x'.repeat(10_001) },
      '#/prompt: expected maxLength: 10000, actual: 10001',
    ],
    [
      'a long negative prompt',
      SD35,
      { prompt, negative_prompt: 'x'.repeat(10_001) },
      '#/negative_prompt: expected max',
    ],
    ['a number for a prompt', ULTRA, { prompt: 7 }, '#/prompt: expected type: String, found: Integer'],
    ['an unknown field', CORE, { prompt, steps: 30 }, '#: extraneous key [steps] is not permitted'],
    ['a mode on Core', CORE, { prompt, mode: 'text-to-image' }, '#: extraneous key [mode] is not permitted'],
    ['another mode', SD35, { prompt, mode: 'video' }, '#/mode: video is not a valid enum value'],
    [
      'an odd ratio',
      CORE,
      { prompt, aspect_ratio: '16:10' },
      '#/aspect_ratio: 16:10 is not a valid enum value',
    ],
    [
      'webp from Core',
      CORE,
      { prompt, output_format: 'webp' },
      '#/output_format: webp is not a valid enum value',
    ],
    [
      'capitals from SD3.5',
      SD35,
      { prompt, output_format: 'PNG' },
      '#/output_format: PNG is not a valid enum value',
    ],
    ['a negative seed', CORE, { prompt, seed: -1 }, '#/seed: -1 is not greater or equal to 0'],
    [
      'a large seed',
      CORE,
      { prompt, seed: 4_294_967_295 },
      '#/seed: 4294967295 is not less or equal to 4294967294',
    ],
    ['half a seed', CORE, { prompt, seed: 1.5 }, '#/seed: expected type: Integer, found: BigDecimal'],
    ['seed as text', CORE, { prompt, seed: '1' }, '#/seed: expected type: Number, found: String'],
    ['a list', CORE, [], '#: expected type: JSONObject, found: JSONArray'],
    ['no JSON', CORE, 'a castle', 'Malformed input request, please reformat'],
    [
      'another task',
      NOVA,
      { ...amazonBody(), taskType: 'INPAINTING' },
      '#/taskType: INPAINTING is not a valid enum',
    ],
    [
      'no text',
      NOVA,
      { taskType: 'TEXT_IMAGE', textToImageParams: {} },
      '#/textToImageParams: required key [text]',
    ],
    [
      'a long text',
      TITAN,
      amazonBody({}, { text: 'x'.repeat(513) }),
      '#/textToImageParams/text: expected maxLength: 512',
    ],
    [
      'a long negative',
      NOVA,
      amazonBody({}, { negativeText: 'x'.repeat(513) }),
      '/negativeText: expected maxLength: 512',
    ],
    ['a field of Stability', NOVA, { ...amazonBody(), seed: 1 }, '#: extraneous key [seed] is not permitted'],
    ['six pictures', NOVA, amazonBody({ numberOfImages: 6 }), '/numberOfImages: 6 is not less or equal to 5'],
    ['a strong cfgScale', TITAN, amazonBody({ cfgScale: 11 }), '/cfgScale: 11 is not less or equal to 10'],
    [
      'a seed past Nova',
      NOVA,
      amazonBody({ seed: 858_993_460 }),
      '/seed: 858993460 is not less or equal to 858993459',
    ],
    ['a width off the grid', NOVA, amazonBody({ width: 1281 }), '/width: 1281 is not a multiple of 16'],
    [
      'a long strip',
      NOVA,
      amazonBody({ width: 1616, height: 400 }),
      '(width, height) is not valid. Given: (1616, 400)',
    ],
    ['16:9 from Titan', TITAN, amazonBody({ width: 1280, height: 720 }), 'is not valid. Given: (1280, 720)'],
    ['another quality', TITAN, amazonBody({ quality: 'best' }), '/quality: best is not a valid enum value'],
    [
      'JPEG, which only this one refuses',
      CORE,
      { prompt, output_format: 'jpeg' },
      'output_format jpeg is not available',
    ],
  ])('for %s', async (_case, model, body, message) => {
    await expect(invoke(model, body)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message) as string,
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('for several mistakes, naming each', async () => {
    await expect(invoke(CORE, { seed: 'x', aspect_ratio: 'wide' })).rejects.toThrow(
      /required key \[prompt\].*#\/aspect_ratio.*#\/seed/,
    );
  });

  it.each(['text/plain', 'application/octet-stream', 'application/jsonp'])(
    'for content type %s',
    async (type) => {
      await expect(invoke(CORE, { prompt }, { type })).rejects.toMatchObject({
        name: 'ValidationException',
        message: expect.stringContaining('content type') as string,
      });
    },
  );

  it.each([
    ['an id that nobody has', 'stability.unheard-of-v1:0', 'us-west-2'],
    ['an id with a slash', '../../etc', 'us-west-2'],
    ['a Stability model in the wrong region', CORE, 'us-east-1'],
    ['a Stability model in Europe', SD35, 'eu-central-1'],
  ])('for %s', async (_case, model, region) => {
    await expect(invoke(model, { prompt }, { region })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'The provided model identifier is invalid.',
    });
  });

  it('for a model past its end of life', async () => {
    await expect(invoke('stability.stable-diffusion-xl-v1', { prompt })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });
});
