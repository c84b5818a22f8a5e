import { createHash } from 'node:crypto';
import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BedrockStandIn, startBedrock } from '../../local/emulators/bedrock/bedrock.ts';
import { headlineOf } from '../../local/emulators/bedrock/headline.ts';
import type { Sketch } from '../../local/emulators/bedrock/invoke.ts';
import { drawSketch, paintSketch } from '../../local/emulators/bedrock/painter.ts';
import { chooseMood, MOODS } from '../../local/emulators/bedrock/scene/mood.ts';
import { Random } from '../../local/emulators/bedrock/scene/random.ts';

const CORE = 'stability.stable-image-core-v1:1';
const ULTRA = 'stability.stable-image-ultra-v1:1';
const SD35 = 'stability.sd3-5-large-v1:0';
const TITAN = 'amazon.titan-image-generator-v2:0';
const NOVA = 'amazon.nova-canvas-v1:0';

let bedrock: BedrockStandIn;
let client: BedrockRuntimeClient;

beforeAll(async () => {
  bedrock = await startBedrock();
  client = new BedrockRuntimeClient({
    endpoint: bedrock.endpoint,
    region: 'us-west-2',
    credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
});

afterAll(async () => {
  client.destroy();
  await bedrock.close();
});

async function paint(modelId: string, body: object): Promise<Buffer[]> {
  const answer = await client.send(
    new InvokeModelCommand({ modelId, contentType: 'application/json', body: JSON.stringify(body) }),
  );
  const { images } = JSON.parse(answer.body.transformToString()) as { images: string[] };
  return images.map((image) => Buffer.from(image, 'base64'));
}

/** A small picture, straight from the painter. */
function sketchOf(changes: Partial<Sketch>): Promise<Buffer> {
  const small = { modelId: CORE, prompt: 'castle', negativePrompt: '', seed: 1, width: 384, height: 216 };
  return paintSketch({ ...small, ...changes }, new AbortController().signal);
}

/** Width and height, from the PNG's first chunk. */
const sizeOf = (png: Buffer | undefined) => png && [png.readUInt32BE(16), png.readUInt32BE(20)];

/** Half a megabyte is compared by its digest: a failure is to be told in a line. */
const digestOf = (png: Buffer | undefined) => png && createHash('sha256').update(png).digest('hex');

const amazonBody = (text: string, config: object) => ({
  taskType: 'TEXT_IMAGE',
  textToImageParams: { text },
  imageGenerationConfig: config,
});

describe('a picture', () => {
  it.each([
    [CORE, { prompt: 'sea', aspect_ratio: '16:9' }, [1344, 768]],
    [ULTRA, { prompt: 'sea', aspect_ratio: '9:21' }, [640, 1536]],
    [SD35, { prompt: 'sea', aspect_ratio: '16:9' }, [1360, 768]],
    [CORE, { prompt: 'sea' }, [1024, 1024]],
    [TITAN, amazonBody('sea', { width: 1152, height: 640 }), [1152, 640]],
    [NOVA, amazonBody('sea', { width: 1280, height: 720 }), [1280, 720]],
  ])('of %s has the size that was asked for', async (model, body, size) => {
    const [png] = await paint(model, body);

    expect(sizeOf(png)).toEqual(size);
  });

  it('is the same for the same request', async () => {
    const body = { prompt: 'castle at night', negative_prompt: 'fog', aspect_ratio: '16:9', seed: 5 };
    const [[first], [again], [rehearsed]] = await Promise.all([
      paint(CORE, body),
      paint(CORE, body),
      paint(CORE, { ...body, prompt: '[[slow:1]] castle at night' }),
    ]);

    expect(digestOf(again)).toBe(digestOf(first));
    // Neither the caption nor the headline holds a rehearsal word.
    expect(digestOf(rehearsed)).toBe(digestOf(first));
  });

  it('is another one for each of several', async () => {
    const [first, second] = await paint(
      NOVA,
      amazonBody('sea', { numberOfImages: 2, width: 320, height: 320 }),
    );

    expect(digestOf(first)).not.toBe(digestOf(second));
  });

  it('is another one for another seed, prompt, negative prompt or model', async () => {
    const variations = [
      {},
      { seed: 6 },
      { prompt: 'castle by night' },
      { negativePrompt: 'fog' },
      { modelId: ULTRA },
    ];

    const pictures = await Promise.all(variations.map((variation) => sketchOf({ seed: 5, ...variation })));

    expect(new Set(pictures.map(digestOf)).size).toBe(variations.length);
  });

  it.each([
    ['markup', '<script>&amp;"\'</svg>]]>'],
    ['what XML cannot hold', 'castle \u0000\u0007\ufffe\ud800 night'],
    ['scripts that the font lacks', '日本の山 🏔️👨‍👩‍👧 Москва قلعة'],
    ['one endless word', 'W'.repeat(10_000)],
    ['as many words as there may be', 'a castle '.repeat(1_111)],
    ['nothing but white space', ' \n\t '],
    ['nothing', ''],
  ])('can be painted of %s', async (_case, prompt) => {
    expect(sizeOf(await sketchOf({ prompt, negativePrompt: prompt }))).toEqual([384, 216]);
  });
});

describe('a sketch', () => {
  const sketch = (prompt: string, negativePrompt = '') =>
    drawSketch({ modelId: CORE, prompt, negativePrompt, seed: 1, width: 1344, height: 768 });

  it('is marked as one, with the first words of its prompt', () => {
    const svg = sketch('A castle in the clouds, at dawn');

    expect(svg).toContain('Local sketch');
    expect(svg).toContain("not a model's picture");
    expect(svg).toContain('A castle in the clouds, at dawn');
  });

  it.each([
    ...['castle', 'mountain', 'city', 'gaming setup', 'code', 'shocked face', 'planet', 'ocean', 'forest'],
    ...['burger', 'ramen', 'supercar', 'money', 'robot', 'abstract', ''],
  ])('of %j keeps to numbers that a rasteriser can read', (prompt) => {
    expect(sketch(prompt)).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('has no headline when the negative prompt wants no text', () => {
    const words = 'CASTLE';

    expect(sketch('castle')).toContain(words);
    expect(sketch('castle', 'text, blurry')).not.toContain(words);
  });
});

describe('a headline', () => {
  it.each([
    ['An epic castle on a hill, cinematic lighting, 4k', 'epic castle on a hill'],
    ['A YouTube thumbnail of a shocked man', 'shocked man'],
    ['create a bold thumbnail for my video about bread', 'bread'],
    ['angry man with the text "I QUIT MY JOB" on it', 'I QUIT MY JOB'],
    ['Is this real? You decide', 'Is this real?'],
    ['I spent 10,000 on Node.js: was it worth it', 'I spent 10,000 on Node.js'],
    [
      'How I walked across the whole of the country with nothing but a spoon',
      'How I walked across the whole of the country',
    ],
    ['', ''],
  ])('of %j is %j', (prompt, expected) => {
    expect(headlineOf(prompt)).toBe(expected);
  });
});

describe('a mood', () => {
  it('is the one that the words ask for, else one that suits', () => {
    expect(chooseMood(['castle', 'sunset'], ['night'], new Random('a'))).toBe(MOODS.dusk);
    expect(chooseMood(['castle'], ['night'], new Random('a'))).toBe(MOODS.night);
  });
});
