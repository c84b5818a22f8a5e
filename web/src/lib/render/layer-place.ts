import type { Layer } from '#contract/design/design.ts';

/** A position, in pixels of the frame unless its owner says otherwise. */
export interface Point {
  x: number;
  y: number;
}

/** One degree. Rotations are clockwise. */
export const RADIANS = Math.PI / 180;

/** Turns a point around the origin, clockwise. */
export function rotate({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** The center of a layer in the frame, and its rotation. Each drawing and each measure of a layer begins with its place. */
type Place = Pick<Layer, 'x' | 'y' | 'rotation'>;

/** Turns a point of a layer, relative to the center of the layer before its rotation, into a point of the frame. */
export function toFrame({ x, y, rotation }: Place, point: Point): Point {
  const turned = rotate(point, rotation);
  return { x: x + turned.x, y: y + turned.y };
}

/** Turns a point of the frame into a point of a layer: the inverse of `toFrame`. */
export const toLayer = ({ x, y, rotation }: Place, point: Point): Point =>
  rotate({ x: point.x - x, y: point.y - y }, -rotation);
