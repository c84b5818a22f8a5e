import { vi } from 'vitest';

/** The pauses during a test with a fake clock, in ms. This mock of `node:timers/promises` ends each immediately. */
export const pauses: number[] = [];

/** Advances the fake clock by `ms`, rounded up, because a Date contains whole milliseconds. */
export function setTimeout(ms: number): Promise<void> {
  if (!vi.isFakeTimers()) return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
  pauses.push(ms);
  vi.setSystemTime(Math.ceil(Date.now() + ms));
  return Promise.resolve();
}
