import type { Adjustments, Design } from '#contract/design/design.ts';
import type { EditSummary } from '#contract/endpoints/edit-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { cropToFrame } from '../../../lib/export/frame.ts';
import type { Rectangle, Size } from '../../../lib/export/frame.ts';
import { losesColumns } from '../../../lib/render/prepare-image.ts';

/** The scale and the position of the image in the frame. */
export interface Placement {
  /** 1: as wide as the frame. */
  scale: number;
  /** The middle of what the design showed, in parts of the frame: 0.5 is the middle. */
  x: number;
  y: number;
}

/** Half of the image makes room for a face or a headline. */
const ROOM = 0.28;

export const PRESETS = {
  left: { scale: 1, x: 0.5 + ROOM, y: 0.5 },
  right: { scale: 1, x: 0.5 - ROOM, y: 0.5 },
  smaller: { scale: 0.75, x: 0.5, y: 0.5 },
} as const satisfies Record<string, Placement>;

/** A mirrored image moves the other way. */
export const mirror = (placement: Placement): Placement => ({ ...placement, x: 1 - placement.x });

const LEAST_SCALE = 0.5;

/** The smallest scale at which the image needs no margin that is too large, wherever it is in the frame. */
export function leastScale(image: Size, crop: number): number {
  const { width } = cropToFrame(image, crop);
  return Math.max(LEAST_SCALE, width / (LIMITS.editMargin + width / 2));
}

type Margins = Pick<Extract<EditSummary, { kind: 'fill' }>, 'left' | 'right' | 'up' | 'down'>;

/** Returns the placement of an image that has these margins. It gives another version of the image the same place. */
export function placeWithin({ width, height }: Size, { left, right, up, down }: Margins): Placement {
  const [across, along] = [left + width + right, up + height + down];
  return { scale: width / across, x: (left + width / 2) / across, y: (up + height / 2) / along };
}

export interface Fill {
  /** The area that the frame shows, in pixels of the image. Parts of the area are outside the image. */
  frame: Rectangle;
  /** The margins that the edit must paint around the image, in pixels of the image. */
  margins: Margins;
  /** The size with the margins. */
  size: Size;
  /** The crop of the design after the edit. With the adjustments below, the design shows the same 16:9 part of the frame. */
  crop: Design['crop'];
  adjustments: Required<Pick<Adjustments, 'zoom' | 'offset'>>;
}

/**
 * The margins that a placement needs, and the part of the result that the frame shows.
 * @param crop of the design
 */
export function planFill(image: Size, crop: number, { scale, x, y }: Placement): Fill {
  const shown = cropToFrame(image, crop);
  const [width, height] = [shown.width / scale, shown.height / scale];
  const frame = {
    x: shown.x + shown.width / 2 - x * width,
    y: shown.y + shown.height / 2 - y * height,
    width,
    height,
  };
  const missing = (length: number) => Math.max(0, Math.ceil(length - 0.01));
  const margins = {
    left: missing(-frame.x),
    right: missing(frame.x + width - image.width),
    up: missing(-frame.y),
    down: missing(frame.y + height - image.height),
  };
  const size = {
    width: margins.left + image.width + margins.right,
    height: margins.up + image.height + margins.down,
  };
  return {
    frame,
    margins,
    size,
    ...showPart(size, { ...frame, x: frame.x + margins.left, y: frame.y + margins.up }),
  };
}

/** The crop, zoom and offset with which a design shows a part that is 16:9. */
function showPart(size: Size, part: Rectangle): Pick<Fill, 'crop' | 'adjustments'> {
  const whole = cropToFrame(size, 0.5);
  const zoom = Math.max(1, whole.width / part.width);
  const share = (position: number, room: number) =>
    room < 1 ? 0.5 : Math.min(1, Math.max(0, position / room));
  const columns = share(part.x, size.width - whole.width / zoom);
  const rows = share(part.y, size.height - whole.height / zoom);
  const [crop, offset] = losesColumns(size) ? [columns, rows] : [rows, columns];
  return { crop, adjustments: { zoom, offset } };
}
