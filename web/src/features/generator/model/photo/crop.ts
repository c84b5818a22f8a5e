import { LIMITS } from '#contract/limits.ts';
import type { Rectangle, Size } from '../../../../lib/export/frame.ts';

/** The part of a picture that becomes a thumbnail. It has 16:9, and lies inside of the picture. */
export interface Crop {
  /** The middle of the part, in pixels of the picture. */
  x: number;
  y: number;
  /** 1 is the largest part of 16:9. */
  zoom: number;
}

const RATIO = 16 / 9;
const MAX_ZOOM = 4;

/** The width of the largest part of 16:9, in pixels of the picture. */
const largestWidth = ({ width, height }: Size): number => Math.min(width, height * RATIO);

/** Returns the smallest width that a stored picture may have. */
const LEAST_WIDTH = LIMITS.photoMinSide * RATIO;

/** True if no part of the picture has enough pixels. */
export const isTooSmall = (picture: Size): boolean => largestWidth(picture) < LEAST_WIDTH;

/** The largest zoom at which the part still has enough pixels. */
export const findMostZoom = (picture: Size): number =>
  Math.max(1, Math.min(MAX_ZOOM, largestWidth(picture) / LEAST_WIDTH));

/** Starts with the largest part, in the middle. */
export const startCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Returns the part, in pixels of the picture. */
export function findPart(picture: Size, { x, y, zoom }: Crop): Rectangle {
  const width = largestWidth(picture) / zoom;
  const height = width / RATIO;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Moves the crop into the picture, and limits its zoom. */
export function limitCrop(picture: Size, crop: Crop): Crop {
  const zoom = Math.min(Math.max(crop.zoom, 1), findMostZoom(picture));
  const { width, height } = findPart(picture, { ...crop, zoom });
  return {
    x: Math.min(Math.max(crop.x, width / 2), picture.width - width / 2),
    y: Math.min(Math.max(crop.y, height / 2), picture.height - height / 2),
    zoom,
  };
}

/** The size in which a part is stored: its own, and at most 1920 x 1080. */
export function findStoredSize(part: Size): Size {
  const width = Math.min(LIMITS.photoMaxSide, Math.floor(part.width));
  return { width, height: Math.round(width / RATIO) };
}

/** The width that YouTube recommends. */
const SHARP_WIDTH = 1_280;

/** Says how a narrow photo will look. Undefined for a photo that is wide enough. */
export function describeSharpness(width: number): string | undefined {
  if (width >= SHARP_WIDTH) return undefined;
  return width * 2 > SHARP_WIDTH
    ? 'YouTube recommends 1280 × 720, so it looks a little soft on large screens.'
    : 'YouTube recommends 1280 × 720, so it looks blurred on large screens.';
}
