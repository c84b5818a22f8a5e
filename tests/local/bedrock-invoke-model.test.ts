import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CORE, runBedrockForAll, SD35, ULTRA } from './bedrock-harness.ts';

const running = runBedrockForAll({ instant: true });
const prompt = 'a castle';

describe('a valid InvokeModel request', () => {
  it.each([
    [CORE, { prompt }],
    [CORE, { prompt, negative_prompt: '', aspect_ratio: '16:9', seed: 7, output_format: 'PNG' }],
    [ULTRA, { prompt, aspect_ratio: '16:9', seed: 7, mode: 'text-to-image', output_format: 'png' }],
    [SD35, { prompt, aspect_ratio: '9:21', seed: 4_294_967_294, mode: 'text-to-image' }],
  ])('returns a PNG in the response schema of %s for %j', async (modelId, body) => {
    const response = await running().invoke(body, { modelId });

    expect(Object.keys(response)).toEqual(['seeds', 'finish_reasons', 'images']);
    expect(response['finish_reasons']).toEqual([null]);
    expect(response['images']).toEqual([expect.stringMatching(/^iVBORw0KGgo/)]);
    if ('seed' in body) expect(response['seeds']).toEqual([body.seed]);
  });

  it.each([0, undefined])('gets a random seed and its value in the response for seed %s', async (seed) => {
    const responses = await Promise.all([1, 2].map(() => running().invoke({ prompt, seed })));

    const [first, second] = responses.map(({ seeds }) => seeds);
    expect(first).not.toEqual(second);
    expect(first).not.toEqual([0]);
  });
});

describe('an invalid InvokeModel request', () => {
  const tooLong = 'x'.repeat(10_001);

  it.each<[string, string, unknown]>([
    [CORE, '#: required key [prompt] not found', {}],
    [CORE, '#/prompt: expected minLength: 1, actual: 0', { prompt: '' }],
    [CORE, '#/prompt: expected maxLength: 10000, actual: 10001', { prompt: tooLong }],
    [SD35, '#/negative_prompt: expected maxLength', { prompt, negative_prompt: tooLong }],
    [ULTRA, '#/prompt: expected type: String, found: Integer', { prompt: 7 }],
    [CORE, '#: extraneous key [steps] is not permitted', { prompt, steps: 30 }],
    [CORE, '#: extraneous key [mode] is not permitted', { prompt, mode: 'text-to-image' }],
    [SD35, '#/mode: video is not a valid enum value', { prompt, mode: 'video' }],
    [CORE, '#/aspect_ratio: 16:10 is not a valid enum value', { prompt, aspect_ratio: '16:10' }],
    [CORE, '#/output_format: webp is not a valid enum value', { prompt, output_format: 'webp' }],
    [SD35, '#/output_format: PNG is not a valid enum value', { prompt, output_format: 'PNG' }],
    [CORE, '#/seed: -1 is not greater or equal to 0', { prompt, seed: -1 }],
    [CORE, '#/seed: 4294967295 is not less or equal to 4294967294', { prompt, seed: 4_294_967_295 }],
    [CORE, '#/seed: expected type: Integer, found: BigDecimal', { prompt, seed: 1.5 }],
    [CORE, '#/seed: expected type: Number, found: String', { prompt, seed: '1' }],
    [CORE, '#: expected type: JSONObject, found: JSONArray', []],
    [CORE, 'Malformed input request, please reformat', 'not JSON'],
    // Only the emulator rejects JPEG.
    [CORE, 'output_format jpeg is not', { prompt, output_format: 'jpeg' }],
  ])('to %s fails with a ValidationException "%s"', async (modelId, message, body) => {
    await expect(running().invoke(body, { modelId })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message) as string,
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('fails with a message that names every invalid field', async () => {
    await expect(running().invoke({ seed: 'x', aspect_ratio: 'wide' })).rejects.toThrow(
      /required key \[prompt\].*#\/aspect_ratio.*#\/seed/,
    );
  });

  it.each(['text/plain', 'application/octet-stream', 'application/jsonp'])(
    'fails with a ValidationException for content type %s',
    async (contentType) => {
      await expect(running().invoke({ prompt }, { contentType })).rejects.toMatchObject({
        name: 'ValidationException',
        message: expect.stringContaining('content type') as string,
      });
    },
  );

  it.each([
    ['an unknown model id', 'stability.unheard-of-v1:0', 'us-west-2'],
    ['a model id with a slash', '../../etc', 'us-west-2'],
    ['a Stability model in Virginia', CORE, 'us-east-1'],
    ['a Stability model in Europe', SD35, 'eu-central-1'],
  ])('fails as an invalid model identifier for %s', async (_case, modelId, region) => {
    await expect(running().invoke({ prompt }, { modelId, region })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'The provided model identifier is invalid.',
    });
  });

  it.each([
    'stability.stable-diffusion-xl-v1',
    'amazon.nova-canvas-v1:0',
    'amazon.titan-image-generator-v2:0',
  ])('fails with ResourceNotFoundException for %s, which is past its end of life', async (modelId) => {
    await expect(running().invoke({ prompt }, { modelId })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });
});

describe('the Bedrock endpoint', () => {
  const route = `/model/${encodeURIComponent(CORE)}/invoke`;
  const sign = (service: string) =>
    `AWS4-HMAC-SHA256 Credential=K/20260101/us-west-2/${service}/aws4_request, SignedHeaders=host, Signature=0a1b`;
  const post = (path: string, headers: Record<string, string>) =>
    fetch(`${running().endpoint}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ prompt }),
    });

  it('serves HTTP/1.1 clients with a request id', async () => {
    const response = await post(route, { authorization: sign('bedrock') });

    expect(response.status).toBe(200);
    expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toHaveProperty('images');
  });

  it('serves 50 concurrent calls over one HTTP/2 connection', async () => {
    const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

    const responses = await Promise.all(
      seeds.map((seed) => running().invoke({ prompt: `[[slow:30]] castle ${seed}`, seed })),
    );

    expect(responses.map((response) => response['seeds'])).toEqual(seeds.map((seed) => [seed]));
  });

  it.each([
    ['without a signature', {}, 'MissingAuthenticationTokenException'],
    ['with a Bedrock API key', { authorization: 'Bearer key' }, 'IncompleteSignatureException'],
    ['with a signature for S3', { authorization: sign('s3') }, 'InvalidSignatureException'],
  ])('rejects a request %s', async (_case, headers: Record<string, string>, type) => {
    const response = await post(route, headers);

    expect(response.status).toBe(403);
    expect(response.headers.get('x-amzn-errortype')).toMatch(new RegExp(`^${type}:`));
    expect(await response.json()).toEqual({ message: expect.any(String) as string });
  });

  it.each(['/', '/model/x/converse', `${route}-with-response-stream`])(
    'answers the unimplemented operation at %s with 501 and its path',
    async (path) => {
      const response = await post(path, { authorization: sign('bedrock') });

      expect(response.status).toBe(501);
      expect(await response.text()).toContain(`POST ${path}`);
    },
  );

  it('survives a client that disconnects in the middle of a request', async () => {
    const socket = connect(Number(new URL(running().endpoint).port), '127.0.0.1');
    await new Promise<void>((resolve) => {
      socket.write(`POST ${route} HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{`, () => resolve());
    });
    socket.destroy();

    expect(await running().invoke({ prompt })).toHaveProperty('images');
  });
});
