import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BedrockStandIn, startBedrock } from '../../local/emulators/bedrock/bedrock.ts';
import { parseRehearsal } from '../../local/emulators/bedrock/rehearsal.ts';

const CORE = 'stability.stable-image-core-v1:1';
const ULTRA = 'stability.stable-image-ultra-v1:1';
const NOVA = 'amazon.nova-canvas-v1:0';

let bedrock: BedrockStandIn;
let client: BedrockRuntimeClient;

beforeEach(async () => {
  bedrock = await startBedrock({ instant: true });
  client = new BedrockRuntimeClient({
    endpoint: bedrock.endpoint,
    region: 'us-west-2',
    credentials: { accessKeyId: 'LOCAL', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
});

afterEach(async () => {
  client.destroy();
  await bedrock.close();
});

async function paint(prompt: string, { model = CORE, signal = new AbortController().signal } = {}) {
  const body =
    model === NOVA ? { taskType: 'TEXT_IMAGE', textToImageParams: { text: prompt } } : { prompt, seed: 1 };
  const command = new InvokeModelCommand({
    modelId: model,
    contentType: 'application/json',
    body: JSON.stringify(body),
  });
  const answer = await client.send(command, { abortSignal: signal });
  return JSON.parse(answer.body.transformToString()) as Record<string, unknown>;
}

describe('a rehearsal word', () => {
  it('[[throttle]] throttles every time', async () => {
    const calls = await Promise.allSettled([paint('castle [[throttle]]'), paint('castle [[throttle]]')]);

    expect(calls).toEqual(
      calls.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({
          name: 'ThrottlingException',
          $metadata: expect.objectContaining({ httpStatusCode: 429 }) as object,
        }) as Error,
      })),
    );
  });

  it('[[throttle-once]] throttles the first call with that prompt, whatever the model', async () => {
    await expect(paint('castle [[throttle-once]]')).rejects.toMatchObject({ name: 'ThrottlingException' });

    expect(await paint('castle [[throttle-once]]', { model: ULTRA })).toHaveProperty('images');
    expect(await paint('castle [[throttle-once]]')).toHaveProperty('images');
    await expect(paint('another [[throttle-once]]')).rejects.toMatchObject({ name: 'ThrottlingException' });
  });

  it('[[throttle-once]] throttles one of many at once', async () => {
    const calls = await Promise.allSettled([1, 2, 3, 4].map(() => paint('castle [[throttle-once]]')));

    expect(calls.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('[[error]] fails', async () => {
    await expect(paint('castle [[error]]')).rejects.toMatchObject({
      name: 'InternalServerException',
      $metadata: { httpStatusCode: 500 },
    });
  });

  it('[[filter]] is a verdict of the Stability schema', async () => {
    expect(await paint('castle [[filter]]')).toEqual({ finish_reasons: ['Filter reason: prompt'] });
  });

  it('[[filter]] is a refusal in the Amazon schema', async () => {
    await expect(paint('castle [[filter]]', { model: NOVA })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('blocked by our content filters') as string,
    });
  });

  it('[[slow:MS]] takes its time', async () => {
    const start = performance.now();

    await paint('castle [[slow:60]]');

    expect(performance.now() - start).toBeGreaterThanOrEqual(58);
  });

  it.each(['[[timeout]]', '[[slow:60000]]'])(
    '%s ends when the caller leaves, and the server goes on',
    async (word) => {
      const caller = new AbortController();
      const waiting = paint(`castle ${word}`, { signal: caller.signal });
      await paint('castle');

      caller.abort();

      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
      expect(await paint('castle')).toHaveProperty('images');
    },
  );

  it('combines with others', async () => {
    await expect(paint('[[slow:20]] [[throttle-once]]')).rejects.toMatchObject({
      name: 'ThrottlingException',
    });
    expect(await paint('[[slow:20]] [[throttle-once]]')).toHaveProperty('images');
  });
});

describe('closing', () => {
  it.each(['[[timeout]]', '[[slow:60000]]'])('cuts off a call in flight: %s', async (word) => {
    const waiting = paint(`castle ${word}`);
    const failure = expect(waiting).rejects.toThrow();
    await paint('castle');

    await bedrock.close();

    await failure;
  });

  it('frees the port', async () => {
    await bedrock.close();

    const next = await startBedrock({ port: Number(new URL(bedrock.endpoint).port), instant: true });
    await next.close();

    expect(next.endpoint).toBe(bedrock.endpoint);
  });

  it('says so when the port is taken', async () => {
    const port = Number(new URL(bedrock.endpoint).port);

    await expect(startBedrock({ port })).rejects.toThrow(
      `Port ${port} is in use, so the Bedrock stand-in cannot start`,
    );
  });
});

describe('parsing', () => {
  it.each([
    ['castle [[slow:500]] at  night', 'castle at night', 500, []],
    ['[[slow:99999999]][[error]]', '', 60_000, ['error']],
    ['[[throttle-once]] a [[filter]] b', 'a b', 0, ['throttle-once', 'filter']],
    ['[[slow:abc]] [[dance]] [[slow]] [x] a', '[[slow:abc]] [[dance]] [[slow]] [x] a', 0, []],
    ['one\ntwo [[timeout]]', 'one\ntwo', 0, ['timeout']],
  ])('of %j', (prompt, words, delay, misbehaviours) => {
    expect(parseRehearsal(prompt)).toMatchObject({
      prompt: words,
      delay,
      misbehaviours: new Set(misbehaviours),
    });
  });
});
