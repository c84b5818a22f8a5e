import type { EditOperation, ThumbnailEdit } from '../../../../../../contract/edit-schemas.ts';
import type { EditSuggestion } from '../../../../../../contract/edit-suggestion-schemas.ts';
import { LIMITS } from '../../../../../../contract/limits.ts';

import { FRAME_RATIO } from '../../../../lib/export/frame.ts';
import type { Size } from '../../../../lib/export/frame.ts';

/** The operations without a mask. */
export type WordOperation = Exclude<EditOperation, { kind: 'erase' }>;

/** How much larger the image becomes, as a part of its width, and where the room is. */
export const MOVES = {
  left: { label: 'Room left', share: 0.3, align: 1 },
  right: { label: 'Room right', share: 0.3, align: 0 },
  smaller: { label: 'Smaller', share: 0.25, align: 0.5 },
} as const;
export type Move = keyof typeof MOVES;

/**
 * The margins that give an image room, so that it is 16:9 and keeps all of its pixels.
 * @returns undefined if it would be larger than the service allows.
 */
export function planMove({ width, height }: Size, move: Move): WordOperation | undefined {
  const { share, align } = MOVES[move];
  const widest = Math.max(width * (1 + share), height * FRAME_RATIO);
  const target = { width: Math.round(widest), height: Math.round(widest / FRAME_RATIO) };
  const [across, down] = [target.width - width, Math.max(0, target.height - height)];
  const left = Math.round(across * align);
  const up = Math.round(down / 2);
  const margins = { left, right: across - left, up, down: down - up };
  const isTooLarge =
    Math.max(...Object.values(margins)) > LIMITS.editMargin ||
    (width + across) * (height + down) > LIMITS.editPixels;
  return isTooLarge ? undefined : { kind: 'fill', ...margins };
}

/**
 * The operation of a suggestion for the version that is shown.
 * @returns undefined if it needs a mask, or if there is no room for it.
 */
export function toOperation(
  suggestion: Exclude<EditSuggestion, { kind: 'unclear' | 'design' }>,
  size: Size,
): WordOperation | undefined {
  switch (suggestion.kind) {
    case 'erase':
      return undefined;
    case 'replace': {
      const { kind, find, prompt } = suggestion;
      return find === undefined ? undefined : { kind, find, prompt };
    }
    case 'fill': {
      // The margins are for the original. Those of another version follow from its own size.
      const { left, right } = suggestion;
      return planMove(size, left > 0 && right === 0 ? 'left' : right > 0 && left === 0 ? 'right' : 'smaller');
    }
    case 'recolor':
    case 'upscale':
      return suggestion;
  }
}

/** What an edit did, for the list of versions. */
export function describeEdit({ operation }: Pick<ThumbnailEdit, 'operation'>): string {
  switch (operation.kind) {
    case 'erase':
      return 'Erased';
    case 'replace':
      return operation.find === undefined
        ? `Replaced by ${operation.prompt}`
        : `${operation.find} replaced by ${operation.prompt}`;
    case 'recolor':
      return `${operation.find} recoloured: ${operation.prompt}`;
    case 'fill':
      return 'More room';
    case 'upscale':
      return '4K';
  }
}
