import { findFrame } from './find-frame.ts';
import type { ShownFrame } from './video-player.ts';

/** A shorter frame would be above 120 frames per second. */
const SHORTEST_FRAME = 1 / 120;
/** The step if neither the file nor the browser tells where a frame begins: most videos have at least 24 frames per second. */
const BLIND_STEP = 1 / 24;
/** A time before a frame, at which the frame before it is shown. */
const JUST_BEFORE = 0.002;

interface Steps {
  /** The table of the frames. Undefined if the file has none. */
  frames: Float64Array | undefined;
  /** False if the browser does not tell where the shown frame begins. */
  tellsTime: boolean;
  duration: number;
  /** Shows a frame. Undefined if a newer wish has replaced it. */
  show: (time: number) => Promise<ShownFrame | undefined>;
}

/** Shows the next frame or the frame before. Without a table, the player is asked where the neighbor begins. */
export async function stepFrame(
  from: number,
  direction: 1 | -1,
  { frames, tellsTime, duration, show }: Steps,
): Promise<ShownFrame | undefined> {
  if (frames) {
    const index = findFrame(frames, from) + direction;
    return await show(frames[Math.min(Math.max(index, 0), frames.length - 1)] ?? from);
  }
  if (!tellsTime) return await show(Math.min(Math.max(from + direction * BLIND_STEP, 0), duration));
  if (direction < 0) return await show(Math.max(0, from - JUST_BEFORE));
  let gap = SHORTEST_FRAME;
  let next = await show(Math.min(from + gap, duration));
  while (next && next.time <= from && from + gap < duration) {
    gap *= 2;
    next = await show(Math.min(from + gap, duration));
  }
  // The last leap may have passed over frames.
  while (next && next.time > from) {
    const before = await show(next.time - JUST_BEFORE);
    if (!before) return undefined;
    if (before.time <= from) return await show(next.time);
    next = before;
  }
  return next;
}
