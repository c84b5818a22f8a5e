import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadline } from '../../../functions/thumbnails/deadline.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['at the start', 29_000, 0, 4_000, 25_000],
  ['after 20 s', 29_000, 20_000, 4_000, 5_000],
  ['later, for a step that keeps less', 29_000, 24_000, 2_500, 2_500],
  ['when nothing is left', 29_000, 26_000, 4_000, 0],
  ['of an invocation shorter than what is kept', 1_000, 0, 4_000, 0],
])('gives a step what is left but what is kept: %s', (_, remaining, passed, kept, given) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const deadline = new Deadline(remaining);

  vi.setSystemTime(Date.now() + passed);
  deadline.signalBefore(kept);

  expect(timeout).toHaveBeenCalledExactlyOnceWith(given);
});
