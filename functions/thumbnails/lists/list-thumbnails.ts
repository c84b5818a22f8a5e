import { listLanguages } from '#contract/design/design.ts';
import { composeError } from '#contract/error-reasons.ts';
import { findImageMark } from '#contract/image-mark.ts';
import { LIMITS } from '#contract/limits.ts';
import type {
  ListGenerationsResponse,
  ListThumbnailsRequest,
  ListThumbnailsResponse,
  ReadThumbnailResponse,
  ThumbnailSummary,
} from '#contract/endpoints/schemas.ts';
import type { ThumbnailFilter } from '#contract/endpoints/thumbnail-requests.ts';
import { readShownMark } from '../designs/design-mark.ts';
import { readDesign } from '../designs/read-design.ts';
import { discardImages, loadImage } from '../../images/image-bucket.ts';
import { signImageUrls } from '../../images/image-urls.ts';
import { storePreview } from '../generation/store-images.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/cursor.ts';
import { CodedError } from '../../platform/errors.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { ATTEMPT_LEASE_MS, setPreviewKey } from '../table/life-cycle.ts';
import {
  ALWAYS,
  listPosition,
  type ListPosition,
  queryListed,
  queryUnfinished,
} from '../table/list-queries.ts';
import { findGeneration } from '../table/queries.ts';
import type { ListedImage, ListedUnfinished } from '../table/listed-rows.ts';
import { findPreviewKey, readFailure } from '../table/rows.ts';
import { toThumbnailFields } from '../table/thumbnail-fields.ts';
import { readLinePosition } from '../waiting-line/lines.ts';
import { listEdits } from './list-edits.ts';

/** The most previews that one list adds, and the time limit for them in ms. A longer wait would be worse than loading the whole image. */
const MAX_ADDED = 2;
const TIMEOUT_MS = 2_000;

/**
 * Adds previews to the first thumbnails without a preview. Such a thumbnail is older than the feature, or its preview could not be stored.
 * Errors are only logged: a later list tries again.
 */
async function addMissingPreviews(thumbnails: readonly ListedImage[]): Promise<ListedImage[]> {
  const missing = thumbnails.filter(({ previewKey }) => previewKey === undefined).slice(0, MAX_ADDED);
  const endAt = Date.now() + TIMEOUT_MS;
  const keys = new Map(
    await Promise.all(
      missing.map(async (thumbnail) => [thumbnail, await addPreview(thumbnail, endAt)] as const),
    ),
  );
  return thumbnails.map((thumbnail) => ({
    ...thumbnail,
    previewKey: thumbnail.previewKey ?? keys.get(thumbnail),
  }));
}

async function addPreview(thumbnail: ListedImage, endAt: number): Promise<string | undefined> {
  try {
    const content = await loadImage(thumbnail.imageKey, AbortSignal.timeout(TIMEOUT_MS));
    const mark = findImageMark(thumbnail);
    const previewKey = await storePreview(thumbnail, { content, mark }, endAt);
    if (previewKey === undefined) return undefined;
    if (await setPreviewKey(thumbnail, previewKey)) return previewKey;
    // The thumbnail was deleted before the preview was stored.
    await discardImages(thumbnail.userId, thumbnail.generationId);
  } catch (error) {
    logger.warn('preview not added', errorTrace(error));
  }
  return undefined;
}

/** Returns true if a search finds the thumbnail. */
type ThumbnailMatch = (thumbnail: ListedImage) => boolean;

/**
 * Creates the filter of a search. The filter reads only attributes that the list reads.
 * @returns undefined if the request has no filter, so that a page of the list costs no more than its thumbnails.
 */
function createFilter({
  search = '',
  favorite,
  finished,
  model,
  exceptModels,
  reference,
}: ThumbnailFilter): ThumbnailMatch | undefined {
  const words = foldCase(search).split(/\s+/).filter(Boolean);
  if (words.length === 0 && (favorite ?? finished ?? model ?? exceptModels ?? reference) === undefined)
    return undefined;
  const excepted = exceptModels?.split(',') ?? [];
  return (thumbnail) =>
    (favorite === undefined || thumbnail.favorite !== undefined) &&
    (finished === undefined || isFinished(thumbnail)) &&
    (model === undefined || thumbnail.model === model) &&
    !excepted.includes(thumbnail.model) &&
    (reference === undefined || nameReference(thumbnail) === reference) &&
    hasWords(thumbnail, words);
}

function nameReference({ reference }: ListedImage): ThumbnailFilter['reference'] {
  if (reference === undefined) return 'none';
  return reference.kind === 'video' ? 'video' : reference.use;
}

/** Finds all words. Each word may be a part of a longer word, because many scripts do not separate words. */
function hasWords({ prompt, name = '', headline = '' }: ListedImage, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = foldCase(`${prompt}\n${name}\n${headline}`);
  return words.every((word) => text.includes(word));
}

/**
 * Returns the same text for letters that differ only in case or width, e.g. `STRASSE` and `straße`, and for both forms of the Greek sigma.
 */
function foldCase(text: string): string {
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase();
  // A capital I with a dot becomes an i and a combining dot.
  return folded.replaceAll('i\u0307', 'i').replaceAll('ς', 'σ').normalize('NFKC');
}

/**
 * Lists one page of a user's succeeded thumbnails, each with a new URL. The newest thumbnail is first, unless the request asks for another
 * order. A search may return less than a page together with a cursor.
 * @throws InvalidRequestError if the cursor does not come from an earlier page of this list.
 */
export async function listThumbnails(
  userId: string,
  { limit = LIMITS.pageSize, cursor, ...filter }: ListThumbnailsRequest,
): Promise<ListThumbnailsResponse> {
  const [first, last] = ALWAYS;
  const period = [filter.from ?? first, filter.to ?? last] as const;
  const after = cursor === undefined ? undefined : readPosition(cursor, period);
  const isEmpty = period[0] > period[1];
  const { thumbnails, next } = isEmpty
    ? { thumbnails: [], next: undefined }
    : await queryListed(userId, {
        limit,
        after,
        period,
        isDescending: filter.sort !== 'oldest',
        isMatch: createFilter(filter),
      });
  return {
    thumbnails: await Promise.all((await addMissingPreviews(thumbnails)).map(summarize)),
    ...(next !== undefined && { cursor: encodeCursor(next) }),
  };
}

/** The fields that only a waiting or failed generation has. */
type FieldWithoutImage = 'ahead' | 'estimatedSeconds' | 'error' | 'code' | 'params' | 'charge';

/**
 * Reads one generation of a user in any state.
 * @throws `not_found` for an unknown id, another user's thumbnail and a deleted thumbnail. The error is the same in all cases.
 */
export async function readThumbnail(userId: string, generationId: string): Promise<ReadThumbnailResponse> {
  const thumbnail = await findGeneration({ userId, generationId });
  if (thumbnail === undefined || thumbnail.status === 'deleted' || thumbnail.kind === 'cutout') {
    throw new CodedError('not_found');
  }
  const { status } = thumbnail;
  const common = { ...toThumbnailFields(thumbnail, 'page'), designVersion: 0 };
  switch (status) {
    case 'pending':
      return { ...common, status };
    case 'waiting':
      return { ...common, status, ...(await readLinePosition(thumbnail)) };
    case 'succeeded': {
      const { width, height, designVersion = 0 } = thumbnail;
      const design = readDesign(thumbnail);
      const { url, previewURL } = await signImageUrls(thumbnail);
      const { previewURL: originalPreviewURL } = await signImageUrls({
        ...thumbnail,
        designPreviewKey: undefined,
      });
      const urls = { url, previewURL, originalPreviewURL };
      const image = { ...common, status, ...urls, width, height, design, designVersion };
      // An edit cannot have edits, and its thumbnail decides its mark.
      if (thumbnail.kind === 'edit') return image;
      const edits = await listEdits(thumbnail, design?.image);
      const languages = listLanguages(design?.layers ?? []);
      const mark = readShownMark(thumbnail);
      // The type reports a field that is missing here, even an optional field.
      return { ...image, mark, languages, edits } satisfies Record<
        Exclude<keyof ReadThumbnailResponse, FieldWithoutImage>,
        unknown
      >;
    }
    case 'failed': {
      const failure = { ...readFailure(thumbnail), charge: 'refunded' } as const;
      return { ...common, status, error: composeError(failure), ...failure };
    }
  }
}

/**
 * Only a finished thumbnail has the texts of its design, whether or not the design has a preview. An earlier release stored the preview
 * of a design without words, but no texts.
 */
const isFinished = ({ headline, designPreviewKey }: ListedImage) =>
  headline !== undefined || designPreviewKey !== undefined;

/** Summarizes a thumbnail. The list shows the image that the design has chosen. */
async function summarize(thumbnail: ListedImage): Promise<ThumbnailSummary> {
  const { designPreviewKey, shown = thumbnail } = thumbnail;
  const { imageKey, width, height } = shown;
  const { url, previewURL } = await signImageUrls({
    imageKey,
    previewKey: findPreviewKey(thumbnail),
    designPreviewKey,
  });
  return {
    ...toThumbnailFields(thumbnail, 'page'),
    url,
    previewURL,
    isFinished: isFinished(thumbnail),
    mark: readShownMark(thumbnail),
    width,
    height,
  } satisfies Record<keyof ThumbnailSummary, unknown>;
}

/** Lists a user's newest waiting and pending generations, newest first. The list includes generations that another device started. */
export async function listGenerations(userId: string): Promise<ListGenerationsResponse> {
  const unfinished = await queryUnfinished(userId, LIMITS.listedGenerations);
  return {
    generations: unfinished
      .filter(isAlive)
      .map(({ generationId: id, createdAt, thumbnailId, setId }) => ({ id, createdAt, thumbnailId, setId })),
  };
}

/**
 * Returns false if the invocation of an old attempt has ended. Only refund-abandoned ends such a generation, unless the generation has a
 * message in the queue.
 */
function isAlive({ startedAt, waitingSince }: ListedUnfinished): boolean {
  return waitingSince !== undefined || Date.now() - Date.parse(startedAt) < ATTEMPT_LEASE_MS;
}

/** Decodes the cursor of an earlier page. DynamoDB refuses a position outside of the range of the query. */
function readPosition(cursor: string, [from, to]: readonly [string, string]): ListPosition {
  const position = decodeCursor(listPosition, cursor);
  if (position.listedAt < from || position.listedAt > to) throw invalidCursor();
  return position;
}
