import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { runBedrock, ULTRA } from './bedrock-harness.ts';

let bedrock: Awaited<ReturnType<typeof runBedrock>>;

beforeEach(async () => {
  bedrock = await runBedrock({ instant: true });
});
afterEach(() => bedrock.close());

function generate(prompt: string, options: { modelId?: string; signal?: AbortSignal } = {}) {
  return bedrock.invoke({ prompt, seed: 1 }, options);
}

const throttled = { name: 'ThrottlingException', $metadata: { httpStatusCode: 429 } };

describe('a fault marker in the prompt', () => {
  it.each([
    ['throttle', 'ServiceQuotaExceededException', 400],
    ['not-ready', 'ModelNotReadyException', 429],
    ['access-denied', 'AccessDeniedException', 403],
    ['invalid', 'ValidationException', 400],
    ['error', 'InternalServerException', 500],
  ])('[[%s]] refuses every call with %s', async (word, name, httpStatusCode) => {
    for (const prompt of [`castle [[${word}]]`, `castle [[${word}]]`]) {
      await expect(generate(prompt)).rejects.toMatchObject({ name, $metadata: { httpStatusCode } });
    }
  });

  it('[[throttle:SECONDS]] throttles every model for so long after the first call with that prompt', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await expect(generate('castle [[throttle:5]]')).rejects.toMatchObject(throttled);
      vi.advanceTimersByTime(4_999);
      await expect(generate('castle [[throttle:5]]', { modelId: ULTRA })).rejects.toMatchObject(throttled);
      vi.advanceTimersByTime(1);

      expect(await generate('castle [[throttle:5]]')).toHaveProperty('images');
    } finally {
      vi.useRealTimers();
    }
  });

  it('[[throttle-once]] throttles the first call with that prompt on any model', async () => {
    await expect(generate('castle [[throttle-once]]')).rejects.toMatchObject(throttled);

    expect(await generate('castle [[throttle-once]]', { modelId: ULTRA })).toHaveProperty('images');
    expect(await generate('castle [[throttle-once]]')).toHaveProperty('images');
    await expect(generate('another [[throttle-once]]')).rejects.toMatchObject(throttled);
  });

  it.each([
    ['filter', 'Filter reason: prompt'],
    ['filter-input', 'Filter reason: input image'],
    ['filter-output', 'Filter reason: output image'],
    ['inference-error', 'Inference error'],
  ])('[[%s]] returns the finish reason "%s" and no image', async (word, reason) => {
    expect(await generate(`castle [[${word}]]`)).toEqual({ finish_reasons: [reason] });
  });

  it.each(['[[timeout]]', '[[slow:60000]]'])(
    '%s ends when the client disconnects, and the server continues',
    async (marker) => {
      const client = new AbortController();
      const pending = generate(`castle ${marker}`, { signal: client.signal });
      await generate('castle');

      client.abort();

      await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
      expect(await generate('castle')).toHaveProperty('images');
    },
  );
});

describe('closing the Bedrock emulator', () => {
  it.each(['[[timeout]]', '[[slow:60000]]'])('ends a pending call with %s', async (marker) => {
    const failure = expect(generate(`castle ${marker}`)).rejects.toThrow();
    await generate('castle');

    await bedrock.close();

    await failure;
  });
});
