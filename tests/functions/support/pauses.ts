import { vi } from 'vitest';

/** The pauses made, in milliseconds: the stand-in for `node:timers/promises` lets each pass at once. */
export const pauses: number[] = [];

/** Moves the faked clock on by a whole number of milliseconds, which is all a Date holds, and never by less than `ms`. */
export function setTimeout(ms: number): Promise<void> {
  pauses.push(ms);
  vi.setSystemTime(Math.ceil(Date.now() + ms));
  return Promise.resolve();
}
