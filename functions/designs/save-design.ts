import type { Design } from '../../contract/design.ts';
import {
  DesignChangedError,
  GenerationInProgressError,
  InvalidRequestError,
  NotFoundError,
} from '../shared/errors.ts';
import { hasDesign, storeDesign, type DesignUpdate } from './design-attributes.ts';
import type { ThumbnailRecord } from '../thumbnails-table/rows.ts';

/**
 * Saves the design of a succeeded thumbnail, if no other one was saved since the caller read it. Idempotent: a repeated
 * save returns the version of the first one.
 * @returns the new version.
 * @throws InvalidRequestError for a cut-out that the user does not have; NotFoundError for an unknown id, another user's,
 * a failed or deleted generation and a cut-out's; GenerationInProgressError; DesignChangedError.
 */
export async function saveDesign(update: DesignUpdate): Promise<number> {
  const cutoutIds = listCutoutIds(update.design);
  // A transaction must not contain an item twice. The id is a thumbnail's.
  if (cutoutIds.includes(update.generationId)) throw createUnknownError([update.generationId]);
  const outcome = await storeDesign(update, cutoutIds);
  switch (outcome.kind) {
    case 'stored':
      return update.version + 1;
    case 'unknown_cutouts':
      throw createUnknownError(outcome.ids);
    case 'refused':
      // A page that lost the response repeats the save.
      if (hasDesign(outcome.existing, update)) return update.version + 1;
      throw explainRefusal(outcome.existing);
  }
}

function listCutoutIds({ layers }: Design): string[] {
  return [...new Set(layers.flatMap((layer) => (layer.kind === 'cutout' ? [layer.cutoutId] : [])))];
}

const createUnknownError = (ids: readonly string[]) =>
  new InvalidRequestError(`layer.cutoutId must be one of your cut-outs, not ${ids.join(', ')}`);

function explainRefusal(existing: ThumbnailRecord | undefined): Error {
  if (existing === undefined || existing.kind === 'cutout') return new NotFoundError();
  switch (existing.status) {
    case 'succeeded':
      return new DesignChangedError();
    case 'pending':
    case 'waiting':
      return new GenerationInProgressError();
    case 'failed':
    case 'deleted':
      return new NotFoundError();
  }
}
