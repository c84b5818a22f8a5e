import { LIMITS } from '../../contract/limits.ts';

export const ROOMS = ['left', 'right', 'up', 'down', 'around'] as const;

interface Size {
  width: number;
  height: number;
}

type Margins = Record<'left' | 'right' | 'up' | 'down', number>;

/** The part of the new width or height that is room. The usual one is for a sentence that does not say how much. */
const SHARE = { least: 0.05, usual: 0.25, most: 0.5 };
const RATIO = 16 / 9;

/**
 * The margins, in pixels of the image, that add room at one side and make the image 16:9. What the ratio needs besides is
 * shared between two opposite sides.
 */
export function addRoom(
  { width, height }: Size,
  room: (typeof ROOMS)[number],
  wantedShare = SHARE.usual,
): Margins {
  const share = Math.min(SHARE.most, Math.max(SHARE.least, wantedShare));
  const isVertical = room === 'up' || room === 'down';
  const newWidth = isVertical
    ? Math.max((height / (1 - share)) * RATIO, width)
    : Math.max(width / (1 - share), height * RATIO);
  const newHeight = newWidth / RATIO;
  const split = (added: number, length: number, first: boolean, second: boolean): [number, number] => {
    const wanted = first || second ? Math.min(added, length * share) : 0;
    const rest = (added - wanted) / 2;
    return [limit(rest + (first ? wanted : 0)), limit(rest + (second ? wanted : 0))];
  };
  const [left, right] = split(newWidth - width, newWidth, room === 'left', room === 'right');
  const [up, down] = split(newHeight - height, newHeight, room === 'up', room === 'down');
  return { left, right, up, down };
}

const limit = (pixels: number): number => Math.min(Math.round(pixels), LIMITS.editMargin);
