import { vi } from 'vitest';

/** The pauses made on the faked clock, in milliseconds. The stand-in for `node:timers/promises` lets each pass at once. */
export const pauses: number[] = [];

/** Moves the faked clock on by a whole number of milliseconds, which is all a Date holds, and never by less than `ms`. */
export function setTimeout(ms: number): Promise<void> {
  if (!vi.isFakeTimers()) return new Promise((resolve) => globalThis.setTimeout(resolve, ms));
  pauses.push(ms);
  vi.setSystemTime(Math.ceil(Date.now() + ms));
  return Promise.resolve();
}
