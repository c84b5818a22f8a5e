import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../infra/stages/settings.ts';
import { readStageFile, STAGE_NAMES } from '../../infra/stages/stages.ts';
import { EDIT_SERVICES } from '../../local/emulators/bedrock/edits/edit-services.ts';
import { findModel } from '../../local/emulators/bedrock/models.ts';
import { CORE, runBedrockForAll, SD35, ULTRA } from './bedrock-harness.ts';
import { signedFetch } from './s3-harness.ts';

const running = runBedrockForAll({ instant: true });
const prompt = 'a castle';

// An unknown model would be unavailable, and the next model of the pool would make the image instead.
it.each(STAGE_NAMES)('The emulator knows every model of the stage %s in each of its regions', (stage) => {
  const { models, services } = parseSettings(readStageFile(stage));
  const targets = [...models.map(({ id, region }) => ({ id, regions: [region] })), ...services];

  for (const { id, regions } of targets.filter(({ id }) => !EDIT_SERVICES.has(id))) {
    for (const region of regions) expect(() => findModel(id, region), `${id} in ${region}`).not.toThrow();
  }
});

describe('a valid InvokeModel request', () => {
  it.each([
    [CORE, { prompt }],
    [CORE, { prompt, negative_prompt: '', aspect_ratio: '16:9', seed: 7, output_format: 'png' }],
    [ULTRA, { prompt, aspect_ratio: '16:9', seed: 7, mode: 'text-to-image' }],
    [SD35, { prompt, aspect_ratio: '16:9', seed: 4_294_967_294, mode: 'text-to-image' }],
  ])('returns a PNG in the response schema of %s for %j', async (modelId, body) => {
    const response = await running().invoke(body, { modelId });

    expect(response).toEqual({
      seeds: ['seed' in body ? body.seed : expect.any(Number)],
      finish_reasons: [null],
      images: [expect.stringMatching(/^iVBORw0KGgo/)],
    });
  });

  it('gets a random seed and its value in the response for the seed 0', async () => {
    const responses = await Promise.all([1, 2].map(() => running().invoke({ prompt, seed: 0 })));

    const [first, second] = responses.map(({ seeds }) => seeds);
    expect(first).not.toEqual(second);
    expect(first).not.toEqual([0]);
  });
});

describe('an invalid InvokeModel request', () => {
  const tooLong = 'x'.repeat(10_001);

  it.each<[string, string, unknown]>([
    [CORE, 'at prompt', {}],
    [CORE, 'at prompt', { prompt: '' }],
    [CORE, 'at prompt', { prompt: tooLong }],
    [CORE, 'Unrecognized key: "mode"', { prompt, mode: 'text-to-image' }],
    [CORE, 'at aspect_ratio', { prompt, aspect_ratio: '16:10' }],
    [CORE, 'at output_format', { prompt, output_format: 'jpeg' }],
    [CORE, 'at seed', { prompt, seed: -1 }],
    [CORE, 'at seed', { prompt, seed: 4_294_967_295 }],
    [CORE, 'not JSON', 'not JSON'],
  ])('to %s fails with a ValidationException "%s"', async (modelId, message, body) => {
    await expect(running().invoke(body, { modelId })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message) as string,
      $metadata: { httpStatusCode: 400 },
    });
  });

  it.each([
    ['an unknown model id', 'stability.unheard-of-v1:0', 'us-west-2'],
    ['a model id with a slash', '../../etc', 'us-west-2'],
    ['a Stability model in another region', CORE, 'us-east-1'],
  ])('fails as an invalid model identifier for %s', async (_case, modelId, region) => {
    await expect(running().invoke({ prompt }, { modelId, region })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'The provided model identifier is invalid.',
    });
  });
});

describe('the Bedrock endpoint', () => {
  it('serves HTTP/1.1 clients', async () => {
    const body = Buffer.from(JSON.stringify({ prompt }));
    const url = `${running().endpoint}/model/${encodeURIComponent(CORE)}/invoke`;
    const response = await signedFetch(url, { method: 'POST', service: 'bedrock', body });

    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty('images');
  });

  it('serves 50 concurrent calls over one HTTP/2 connection', async () => {
    const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

    const responses = await Promise.all(
      seeds.map((seed) => running().invoke({ prompt: `[[slow:30]] castle ${seed}`, seed })),
    );

    expect(responses.map((response) => response['seeds'])).toEqual(seeds.map((seed) => [seed]));
  });

  it.each<[string, Record<string, string>, string]>([
    ['/model/x/converse-stream', {}, 'POST /model/x/converse-stream'],
    [`/model/${CORE}/invoke`, { 'x-amzn-bedrock-guardrailidentifier': 'a' }, 'guardrailidentifier'],
  ])('answers what it does not implement at %s with 501', async (path, headers, message) => {
    const init = { method: 'POST', headers, body: Buffer.from('{}'), service: 'bedrock' };
    const response = await signedFetch(running().endpoint + path, init);

    expect(response.status).toBe(501);
    expect(await response.text()).toContain(message);
  });
});
