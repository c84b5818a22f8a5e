import { z } from 'zod';

/** The types of event that a mode is for; all of them without it. */
const only = z.array(z.string()).optional();

/**
 * What becomes of coming events. Those that `only` does not name are sent at once, as without a mode.
 * - `normal` sends each at once;
 * - `twice` sends each two times, both at once;
 * - `delay` sends each so many seconds later;
 * - `hold` keeps each until it is released;
 * - `reorder` keeps so many, sends them last first, one after another, and goes on with the next ones;
 * - `drop` sends none: they are in the list of events, and never arrive by themselves.
 */
export const eventMode = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('normal'), only }),
  z.object({ kind: z.literal('twice'), only }),
  z.object({ kind: z.literal('delay'), seconds: z.number().min(0).max(86_400), only }),
  z.object({ kind: z.literal('hold'), only }),
  z.object({ kind: z.literal('reorder'), count: z.int().min(2).max(100), only }),
  z.object({ kind: z.literal('drop'), only }),
]);
export type EventMode = z.infer<typeof eventMode>;

export const NORMAL: EventMode = { kind: 'normal' };

/** The mode for one type of event. */
export function modeFor(mode: EventMode, type: string): EventMode {
  return mode.only === undefined || mode.only.includes(type) ? mode : NORMAL;
}
