import { z } from 'zod';

/** The event types that a mode applies to. Without it, the mode applies to all of them. */
const only = z.array(z.string()).optional();

/**
 * How new events are delivered. Event types that `only` does not name are delivered normally.
 * - `normal`: once, immediately.
 * - `twice`: two times, both immediately.
 * - `delay`: once, after some seconds.
 * - `hold`: after a person or a test releases the event.
 * - `reorder`: in batches of `count` events, the last event of a batch first.
 * - `drop`: never. The event is listed, and a person or a test can still send it.
 */
export const eventMode = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['normal', 'twice', 'hold', 'drop']), only }),
  z.object({ kind: z.literal('delay'), seconds: z.number().min(0).max(86_400), only }),
  z.object({ kind: z.literal('reorder'), count: z.int().min(2).max(100), only }),
]);
export type EventMode = z.output<typeof eventMode>;

export const NORMAL: EventMode = { kind: 'normal' };

/** @returns the mode that applies to one event type. */
export function modeFor(mode: EventMode, type: string): EventMode {
  return mode.only === undefined || mode.only.includes(type) ? mode : NORMAL;
}
