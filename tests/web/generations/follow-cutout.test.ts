import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followGeneration } from '../../../web/src/generations/follow-generation.ts';
import type { CutoutGeneration } from '../../../web/src/generations/generation.ts';
import { fakeFetch, json, lostConnection, refusal } from '../support/fake-api.ts';
import { ADA } from '../support/site.tsx';

const REPLIES = {
  made: () => json({ cutoutId: 'c1', url: 'https://images.test/c1.png' }),
  lost: () => lostConnection(),
  running: () => refusal('in_progress'),
  throttled: () => refusal('too_many_requests'),
  blocked: () => json({ message: 'Forbidden' }, 403),
  busy: () => refusal('model_unavailable', { charge: 'refunded' }),
  expired: () => refusal('reference_not_found', { charge: 'refunded' }),
};

const CUTOUT: CutoutGeneration = {
  ...{ id: 'c1', kind: 'cutout', userId: ADA.id, batchId: 'c1', startedAt: 1, uploadId: 'upload-1' },
  isRequested: true,
  input: { file: 'me.jpg 1', isPicture: false },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Follows a cut-out of an earlier page. The last reply repeats. */
async function follow(...names: (keyof typeof REPLIES)[]) {
  const calls = fakeFetch(() => REPLIES[(names.length > 1 ? names.shift() : names[0]) ?? 'made']());
  const onChange = () => undefined;
  const outcome = followGeneration(CUTOUT, { signal: new AbortController().signal, onChange });
  await vi.runAllTimersAsync();
  return { outcome: await outcome, bodies: calls.map(({ body }) => body) };
}

it.each<[replies: (keyof typeof REPLIES)[], outcome: object, sent: number]>([
  [['made'], {}, 1],
  [['lost', 'running', 'throttled', 'made'], {}, 4],
  [['running', 'made'], {}, 2],
  [['busy'], { error: { code: 'model_unavailable' } }, 1],
  [['lost', 'busy'], { error: { code: 'model_unavailable' } }, 2],
  // Nothing is left to upload after a reload.
  [['expired'], { error: { code: 'reference_not_found' } }, 1],
  // Its outcome is unknown, so it must not say that no credit was taken.
  [['running'], { error: { name: 'StillGeneratingError', charge: undefined } }, 30],
  [['lost', 'throttled'], { error: { name: 'StillGeneratingError', charge: undefined } }, 30],
  [['lost', 'blocked'], { error: { name: 'StillGeneratingError', charge: undefined } }, 30],
  [['throttled', 'made'], {}, 2],
  [['blocked', 'made'], {}, 2],
])(
  'a cut-out is asked for with the same id until its outcome is known: %j',
  async (replies, expected, sent) => {
    const { outcome, bodies } = await follow(...replies);

    expect(outcome).toMatchObject(expected);
    expect('expiredUploadId' in outcome).toBe(false);
    expect(bodies).toEqual(
      Array.from({ length: sent }, () => ({ userId: ADA.id, referenceId: 'upload-1', generationId: 'c1' })),
    );
  },
);
