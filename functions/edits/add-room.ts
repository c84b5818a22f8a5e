import { LIMITS } from '../../contract/limits.ts';

export const ROOMS = ['left', 'right', 'up', 'down', 'around'] as const;

interface Size {
  width: number;
  height: number;
}

type Margins = Record<'left' | 'right' | 'up' | 'down', number>;

/** The part of the new width or height that is room. */
const SHARE = 0.25;
const RATIO = 16 / 9;

/** The margins, in pixels of the image, that add room at one side and make the image 16:9. */
export function addRoom({ width, height }: Size, room: (typeof ROOMS)[number]): Margins {
  const isVertical = room === 'up' || room === 'down';
  // Large enough for the room, and for the side that the ratio makes longer.
  const newWidth = isVertical
    ? Math.max((height / (1 - SHARE)) * RATIO, width)
    : Math.max(width / (1 - SHARE), height * RATIO);
  const across = limit(newWidth - width);
  const along = limit(newWidth / RATIO - height);
  const [left, up] = [Math.round(across / 2), Math.round(along / 2)];
  const centered = { left, right: across - left, up, down: along - up };
  switch (room) {
    case 'left':
      return { ...centered, left: across, right: 0 };
    case 'right':
      return { ...centered, left: 0, right: across };
    case 'up':
      return { ...centered, up: along, down: 0 };
    case 'down':
      return { ...centered, up: 0, down: along };
    case 'around':
      return centered;
  }
}

const limit = (pixels: number): number => Math.min(Math.max(Math.round(pixels), 0), LIMITS.editMargin);
