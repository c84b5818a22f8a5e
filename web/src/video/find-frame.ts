/** A time this close before a frame counts as its beginning, because the browser rounds times. */
export const INTO_FRAME = 0.001;

/** Finds the index of the last frame that begins at a time or before it. */
export function findFrame(frames: ArrayLike<number>, time: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((frames[middle] ?? Infinity) <= time + INTO_FRAME) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
