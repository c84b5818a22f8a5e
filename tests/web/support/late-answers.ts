import { vi } from 'vitest';

const { setImmediate: immediate, setTimeout: timer } = globalThis;

/** The longest delay in ms. It is longer than the work of a page between two answers. */
const LONGEST = 40;

/** The seed of the delays, e.g. of `LATE_ANSWERS=7 npx vitest run --project components`. Without a seed nothing is late. */
const seed = Number(process.env['LATE_ANSWERS'] ?? 0);
let state = seed;

/** @returns a delay in ms that looks random. The same seed brings the same delays. */
function nextDelay(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
  return (state / 0x7f_ff_ff_ff) * LONGEST;
}

/** Runs the work of React late, as on a busy machine. So a test fails that reads what an effect has not shown yet. */
export const lateImmediate = (callback: () => void) =>
  seed === 0 ? immediate(callback) : timer(callback, nextDelay());

/** Waits before an answer of the fake API. Fake timers have an order of their own, so the answer is not late with them. */
export async function beLate(): Promise<void> {
  if (seed !== 0 && !vi.isFakeTimers()) await new Promise((resolve) => timer(resolve, nextDelay()));
}
