import type { EditSummary, ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import type { Design } from '#contract/design/design.ts';
import type { Size } from '../../../lib/export/frame.ts';
import { losesColumns } from '../../../lib/render/prepare-image.ts';

/** The images of a thumbnail. */
export interface VersionList {
  /** The size of the original. */
  size: Size;
  /** Oldest first. */
  edits: readonly ThumbnailEdit[];
}

export const findEdit = ({ edits }: VersionList, id: string | undefined): ThumbnailEdit | undefined =>
  edits.find((edit) => edit.id === id);

/** The version that an edit can start from; undefined for the original. An upscaled one is the end of its line. */
export function findBase(versions: VersionList, id: string | undefined): ThumbnailEdit | undefined {
  const edit = findEdit(versions, id);
  return edit?.operation.kind === 'upscale' ? findBase(versions, edit.baseId) : edit;
}

/** Two images of the same shape differ less in the ratio of their sides. */
const SAME_SHAPE = 0.01;

/** Shows another version in a design. The crop is kept for an image of the same shape. */
export function showVersion(design: Design, edit: ThumbnailEdit | undefined, versions: VersionList): Design {
  const { image: _image, ...rest } = design;
  const next: Design = edit ? { ...rest, image: edit.id } : rest;
  const [before, after] = [findEdit(versions, design.image) ?? versions.size, edit ?? versions.size];
  if (Math.abs(before.width / before.height - after.width / after.height) < SAME_SHAPE) return next;
  const { zoom: _zoom, offset: _offset, ...adjustments } = design.adjustments ?? {};
  const { adjustments: _adjustments, ...cropped } = next;
  const crop = edit?.operation.kind === 'fill' ? cropToRoom(edit.operation, edit) : 0.5;
  return { ...cropped, crop, ...(Object.keys(adjustments).length > 0 && { adjustments }) };
}

/** The crop that shows the room that a fill has added, as the frame did when the creator made it. */
function cropToRoom({ left, right, up, down }: Extract<EditSummary, { kind: 'fill' }>, size: Size): number {
  const [before, after] = losesColumns(size) ? [left, right] : [up, down];
  return before + after === 0 ? 0.5 : after / (before + after);
}

const MAX_NAME_LENGTH = 24;

/** Describes an edit, for example `Flags red`. */
export function nameEdit(operation: EditSummary): string {
  switch (operation.kind) {
    case 'erase':
      return 'Erased';
    case 'upscale':
      return '4K';
    case 'fill':
      return nameFill(operation);
    case 'recolor':
      return shorten(`${operation.find} ${operation.prompt}`);
    case 'replace':
      return shorten(operation.prompt);
  }
}

function nameFill({ left, right, up, down }: Extract<EditSummary, { kind: 'fill' }>): string {
  if (up + down > 0) return left > 0 && right > 0 ? 'Smaller' : 'Moved';
  if (left > 0 && right > 0) return 'Wider';
  return left === 0 ? 'Room right' : 'Room left';
}

function shorten(words: string): string {
  const characters = Array.from(words.charAt(0).toUpperCase() + words.slice(1));
  if (characters.length <= MAX_NAME_LENGTH) return characters.join('');
  return `${characters
    .slice(0, MAX_NAME_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}
