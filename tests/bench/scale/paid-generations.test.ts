import { describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { countPaidGenerations } from './paid-generations.ts';

const DAY = 24 * 60;

/** Tries every burst of failures and images at the end of each pause. The limit of a minute bounds no burst. */
function searchMost(unusableInput: number, minute: number, failures: number, credits: number): number {
  if (minute >= DAY) return 0;
  let most = 0;
  for (let images = 0; images <= credits; images += 1) {
    for (let failed = 0; failed <= credits - images; failed += 1) {
      if (images + failed === 0) continue;
      const excess = failures + failed - unusableInput;
      const pause = failed === 0 || excess < 0 ? 0 : 2 ** excess;
      const later = searchMost(unusableInput, minute + pause, failures + failed, credits - images);
      most = Math.max(most, images + failed + later);
    }
  }
  return most;
}

describe('the generations of a day that pay a model', () => {
  it('are the failures between pauses that double, if the account has one credit', () => {
    // The first failures, and one after each pause of 1, 2, 4, ... 512 minutes.
    expect([1, 5, 20].map((unusableInput) => countPaidGenerations({ unusableInput }, 1))).toEqual([
      11, 15, 30,
    ]);
  });

  it('are more with several credits, because a burst skips pauses', () => {
    const unusableInput = RATE_LIMITS.unusableInput.maximum;

    expect([0, 1, 2, 3, 24].map((credits) => countPaidGenerations({ unusableInput }, credits))).toEqual([
      0, 15, 17, 18, 39,
    ]);
  });

  it.each([
    [1, 2],
    [5, 0],
    [5, 1],
    [5, 2],
    [5, 3],
    [7, 3],
  ])('are the most of all orders, with the limit %i and %i credits', (unusableInput, credits) => {
    expect(countPaidGenerations({ unusableInput }, credits)).toBe(searchMost(unusableInput, 0, 0, credits));
  });
});
