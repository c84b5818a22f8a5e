import type { Design } from '#contract/design/design.ts';
import { isFinished } from '#contract/design/is-finished.ts';
import { isSameDesign } from '#contract/design/same-design.ts';
import { withoutTranslations } from '#contract/design/translations.ts';
import { findDesignMark } from '#contract/image-mark.ts';
import { type CutoutKinds, describeShown, readCutoutKinds } from './design-mark.ts';
import { storeDesignPreview } from './design-preview.ts';
import { checkCutouts, createCutoutError, listCutoutIds } from './own-cutouts.ts';
import { joinSearchedTexts, readDesign } from './read-design.ts';
import { discardKeys } from '../../images/image-bucket.ts';
import { transact, type TransactItem } from '../../platform/dynamodb-writes.ts';
import { CodedError, InvalidRequestError } from '../../platform/errors.ts';
import { absent, allOf, buildCondition, buildUpdate, equals } from '../../platform/expressions.ts';
import { atKey } from '../../platform/tables.ts';
import { findGeneration } from '../table/queries.ts';
import {
  type Generation,
  type GenerationKey,
  parseGeneration,
  type ShownImage,
  type SucceededGeneration,
} from '../table/rows.ts';
import { THUMBNAILS } from '../table/thumbnails-table.ts';

interface DesignUpdate extends GenerationKey {
  design: Design;
  /** The revision that the caller has read. The revision is 0 if the caller has read no design. */
  revision: number;
  /** A checked JPEG of the rendering. */
  picture: Uint8Array | undefined;
}

/**
 * Saves the design of a succeeded thumbnail, unless another design was saved after the caller read the design. Idempotent: a repeated save
 * returns the revision of the first save.
 * @returns the new revision.
 * @throws InvalidRequestError for a cut-out that the user does not have, or for an image that is not an edit of the thumbnail; `not_found`
 * for an unknown id, another user's thumbnail, a failed or deleted generation, and a cut-out; `in_progress`; `design_changed`.
 */
export async function saveDesign(update: DesignUpdate): Promise<number> {
  const { userId, generationId, design, revision } = update;
  const cutoutIds = listCutoutIds(design.layers);
  // A transaction must not contain an item twice. These ids belong to the thumbnail and to an edit, so they cannot be cut-outs.
  const other = cutoutIds.find((id) => id === generationId || id === design.image);
  if (other !== undefined) throw createCutoutError({ names: [other] });
  const shown = design.image === undefined ? undefined : await readVersion(update, design.image);
  const [before, kinds] = await Promise.all([findGeneration(update), readCutoutKinds(userId, design)]);
  // The preview is stored first, so that the row never names a preview that does not exist.
  const { previewKey, storedKey, replacedKey } = await replacePreview(update, before, kinds);
  const isKept = previewKey !== undefined && previewKey !== storedKey;
  const refusals = await transact({
    design: storeWrite(update, {
      designPreviewKey: previewKey,
      shown:
        before?.status === 'succeeded'
          ? describeShown({ ...before, shown }, design, kinds, isKept ? before.shown?.mark : undefined)
          : shown,
      headline: isFinished(design) ? joinSearchedTexts(design) : undefined,
    }),
    version: design.image === undefined ? undefined : versionCheck(update, design.image),
    ...checkCutouts(userId, cutoutIds),
  });
  const unused = refusals === undefined ? replacedKey : storedKey;
  if (unused !== undefined) await discardKeys([unused]);
  if (refusals === undefined) return revision + 1;
  if (refusals.has('version')) throw createVersionError();
  if (!refusals.has('design')) throw createCutoutError(refusals);
  const item = refusals.findItem('design');
  const existing = item && parseGeneration(item);
  // A page that lost the response repeats the save.
  if (isSaved(existing, update)) return revision + 1;
  throw explainRefusal(existing);
}

/**
 * Stores the preview of a finished thumbnail. Stores no preview if the caller has not read the stored revision: such a save is refused
 * later, or it repeats an earlier save. A save without a preview keeps the stored preview if only the translations have changed, because
 * the preview shows the original.
 * @returns the key of the preview of this revision, the key of a preview that this save has stored, and the key of the preview that it
 * replaces.
 */
async function replacePreview(
  update: DesignUpdate,
  before: Generation | undefined,
  kinds: CutoutKinds,
): Promise<{ previewKey?: string; storedKey?: string; replacedKey?: string }> {
  const { design, revision, picture } = update;
  if (before?.status !== 'succeeded' || (before.designVersion ?? 0) !== revision) return {};
  const { designPreviewKey } = before;
  if (picture === undefined && designPreviewKey !== undefined && isDrawnAlike(readDesign(before), design))
    return { previewKey: designPreviewKey };
  const mark = findDesignMark(before.model, design, kinds);
  const storedKey =
    picture !== undefined && isFinished(design)
      ? await storeDesignPreview(update, { content: picture, mark })
      : undefined;
  return {
    ...(storedKey !== undefined && { previewKey: storedKey, storedKey }),
    ...(designPreviewKey !== undefined && { replacedKey: designPreviewKey }),
  };
}

/** Returns true if two designs differ only in their translations. */
const isDrawnAlike = (stored: Design | undefined, design: Design): boolean =>
  stored !== undefined && isSameDesign(withoutTranslations(stored), withoutTranslations(design));

/**
 * Creates the write that stores the next revision. The write fails, and returns the existing item, if the item has another revision than
 * the caller has read.
 */
function storeWrite(
  { userId, generationId, design, revision }: DesignUpdate,
  changes: Pick<SucceededGeneration, 'designPreviewKey' | 'shown' | 'headline'>,
): TransactItem {
  const isRevisionRead = revision === 0 ? absent('designVersion') : equals('designVersion', revision);
  return {
    Update: {
      ...atKey(THUMBNAILS, { userId, generationId }),
      ...buildUpdate({
        set: { design: JSON.stringify(design), designVersion: revision + 1, ...changes },
        // The attributes of the earlier design do not match this design.
        remove: (['designPreviewKey', 'shown', 'headline'] as const).filter(
          (name) => changes[name] === undefined,
        ),
        if: allOf(equals('status', 'succeeded'), absent('kind'), isRevisionRead),
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Reads the image that a design shows. @throws InvalidRequestError if the image is not a succeeded edit of the thumbnail. */
async function readVersion({ userId, generationId }: GenerationKey, editId: string): Promise<ShownImage> {
  const edit = await findGeneration({ userId, generationId: editId });
  if (edit?.status !== 'succeeded' || edit.thumbnailId !== generationId) throw createVersionError();
  const { imageKey, previewKey, width, height } = edit;
  return { imageKey, previewKey, width, height };
}

/** Checks that the edit still exists: the deletion of a thumbnail also deletes its edits. */
function versionCheck({ userId, generationId }: GenerationKey, editId: string): TransactItem {
  const isVersion = allOf(equals('status', 'succeeded'), equals('thumbnailId', generationId));
  return {
    ConditionCheck: {
      ...atKey(THUMBNAILS, { userId, generationId: editId }),
      ...buildCondition(isVersion),
    },
  };
}

/** Returns true if a thumbnail has exactly this design, as the next revision after the revision that the caller has read. */
function isSaved(thumbnail: Generation | undefined, { design, revision }: DesignUpdate): boolean {
  if (thumbnail?.status !== 'succeeded' || thumbnail.designVersion !== revision + 1) return false;
  const stored = readDesign(thumbnail);
  return stored !== undefined && isSameDesign(stored, design);
}

const createVersionError = () =>
  new InvalidRequestError('design.image must be a version of this thumbnail', {
    params: { field: 'design.image' },
  });

function explainRefusal(existing: Generation | undefined): Error {
  if (existing === undefined || existing.kind !== undefined) return new CodedError('not_found');
  switch (existing.status) {
    case 'succeeded':
      return new CodedError('design_changed');
    case 'pending':
    case 'waiting':
      return new CodedError('in_progress');
    case 'failed':
    case 'deleted':
      return new CodedError('not_found');
  }
}
