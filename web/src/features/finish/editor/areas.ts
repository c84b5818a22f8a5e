import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { Point } from '../../../lib/render/layer-place.ts';
import type { Rect, Size } from '../../../lib/render/finished-image.ts';

export const FRAME = {
  width: DESIGN_LIMITS.frameWidth,
  height: DESIGN_LIMITS.frameHeight,
} as const satisfies Size;

/** The smallest view of a thumbnail on YouTube: the list beside a video. In CSS pixels. */
export const SMALLEST_VIEW = { width: 168, height: 94 } as const satisfies Size;

/** Pixels of the frame for one of the smallest view. */
export const VIEW_SCALE = FRAME.width / SMALLEST_VIEW.width;

/** The renderings of which the checks read pixels. Small, because the checks run while the creator edits. */
export const PROBE_SIZE = { width: 320, height: 180 } as const satisfies Size;

/** The number of pixels of the frame for each pixel of a probe. */
export const PROBE_SCALE = FRAME.width / PROBE_SIZE.width;

/**
 * The area that YouTube's duration badge covers, in pixels of the frame. The badge covers most in the smallest view: five
 * characters such as 12:34 in 38 x 18 CSS pixels, 4 CSS pixels from both edges.
 */
export const BADGE_AREA: Rect = { x: 960, y: 552, width: 320, height: 168 };

/** Two pixels of the smallest view, in pixels of the frame. The smallest view has round corners. */
const MARGIN = 16;

/** The area in which letters are neither cut off nor at the edge. */
export const SAFE_AREA: Rect = {
  x: MARGIN,
  y: MARGIN,
  width: FRAME.width - 2 * MARGIN,
  height: FRAME.height - 2 * MARGIN,
};

/** The parts of the safe area that are clear of the badge, also with the edge of a letter that is blurred. */
export const ABOVE_BADGE: Rect = { ...SAFE_AREA, height: BADGE_AREA.y - 2 * MARGIN };
export const LEFT_OF_BADGE: Rect = { ...SAFE_AREA, width: BADGE_AREA.x - 2 * MARGIN };

/** The middle of a pixel of a probe, in the frame. */
export const locatePixel = (pixel: number): Point => ({
  x: ((pixel % PROBE_SIZE.width) + 0.5) * PROBE_SCALE,
  y: (Math.floor(pixel / PROBE_SIZE.width) + 0.5) * PROBE_SCALE,
});
