import { type listMaxima, WINDOWS } from '#contract/rate-limits.ts';

type Maxima = ReturnType<typeof listMaxima>;

const DAY_MINUTES = WINDOWS.day / WINDOWS.minute;

/**
 * Counts the generations of one account in a day (UTC) for which the stage can pay a model: the free failures that the pauses of
 * functions/platform/rate-limits/filter-pause.ts allow, and the images.
 *
 * A failure returns its credit, and an image takes its credit. The failure that reaches the limit pauses the account for a minute. Each
 * further failure doubles the pause. A pause stops only generations that have not started. So a script starts a burst: each credit pays for
 * one generation, and all of them start before the first one fails. Only the last failure of the burst decides how long the pause lasts.
 * The limit of a minute does not bound a burst, because the generations of two minutes can run at the same time.
 *
 * Bursts of all credits reach each number of failures in the shortest time. The last burst starts before a pause that lasts until the end
 * of the day. Its generations may end with images instead of failures. An image in an earlier burst adds no generation, because each later
 * burst has one credit less.
 */
export function countPaidGenerations(
  { unusableInput }: Pick<Maxima, 'unusableInput'>,
  credits: number,
): number {
  if (credits === 0) return 0;
  /** The first minute in which a generation can start after 0, 1, 2, ... failures. */
  const starts = [0];
  for (;;) {
    const failures = starts.length;
    const pause = failures < unusableInput ? 0 : 2 ** (failures - unusableInput);
    const burstStart = starts.at(-credits) ?? 0;
    if (burstStart + pause >= DAY_MINUTES) return failures - 1 + credits;
    starts.push(burstStart + pause);
  }
}
