import type { Pixels } from '../../../../web/src/features/finish/checks/contrast.ts';

/** Red, green and blue. */
export type Color = readonly [number, number, number];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  color: Color;
}

/** An image of upright boxes, the last one in front. */
export function paint(
  { width, height }: { width: number; height: number },
  background: Color,
  boxes: readonly Box[],
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (const box of [{ x: 0, y: 0, width, height, color: background }, ...boxes]) {
    for (let y = box.y; y < box.y + box.height; y += 1) {
      for (let x = box.x; x < box.x + box.width; x += 1) data.set([...box.color, 255], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}
