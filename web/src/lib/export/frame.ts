/** An image's size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A part of an image or of a frame, in its pixels. `x` and `y` are the upper left corner. */
export interface Rectangle extends Size {
  x: number;
  y: number;
}

/** The size that YouTube recommends. */
export const DEFAULT_SIZE = { width: 1_280, height: 720 } as const satisfies Size;

const FRAME_RATIO = DEFAULT_SIZE.width / DEFAULT_SIZE.height;

/**
 * The largest 16:9 part of an image.
 * @param crop its position in the direction that loses pixels: 0 is the left or upper end, 1 the right or lower end
 */
export function cropToFrame(image: Size, crop: number): Rectangle {
  const width = Math.min(image.width, image.height * FRAME_RATIO);
  const height = Math.min(image.height, image.width / FRAME_RATIO);
  return { x: (image.width - width) * crop, y: (image.height - height) * crop, width, height };
}
