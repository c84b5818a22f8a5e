import type { Point } from './mask.ts';

/** The position of one or two fingers on the image that they move. */
export interface Grip {
  /** The middle of the fingers, in parts of the frame. */
  x: number;
  y: number;
  /** The distance between two fingers. */
  distance: number;
}

/** @param fingers in pixels of the window */
export function measureGrip(fingers: ReadonlyMap<number, Point>, frame: DOMRect): Grip | undefined {
  const [first, second = first] = fingers.values();
  if (!first || !second) return undefined;
  return {
    x: ((first.x + second.x) / 2 - frame.left) / frame.width,
    y: ((first.y + second.y) / 2 - frame.top) / frame.height,
    distance: Math.hypot(first.x - second.x, first.y - second.y) || 1,
  };
}

interface Held {
  scale: number;
  x: number;
  y: number;
}

/** Moves and scales what is held, so that the same part of it stays between the fingers. */
export function pull(held: Held, from: Grip, to: Grip, least: number, most: number): Held {
  const scale = Math.min(most, Math.max(least, (held.scale * to.distance) / from.distance));
  const follow = (axis: 'x' | 'y') => to[axis] + ((held[axis] - from[axis]) * scale) / held.scale;
  return { scale, x: follow('x'), y: follow('y') };
}
