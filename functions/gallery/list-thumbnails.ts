import { composeError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type {
  ListGenerationsResponse,
  ListThumbnailsRequest,
  ListThumbnailsResponse,
  ReadThumbnailResponse,
  ThumbnailSummary,
} from '../../contract/schemas.ts';
import { InvalidRequestError, NotFoundError } from '../shared/errors.ts';
import { addMissingPreviews } from './add-missing-previews.ts';
import { readDesign } from '../designs/read-design.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { readLinePosition } from '../waiting-line/line-position.ts';
import { listEdits } from './list-edits.ts';
import { createFilter } from './thumbnail-filter.ts';
import { ATTEMPT_LEASE_MS } from '../thumbnails-table/life-cycle.ts';
import {
  ALWAYS,
  findGeneration,
  listPosition,
  queryListed,
  queryUnfinished,
  type ListPosition,
} from '../thumbnails-table/queries.ts';
import {
  readFailure,
  toThumbnailFields,
  type ListedImage,
  type ListedUnfinished,
} from '../thumbnails-table/rows.ts';

/**
 * Lists one page of a user's succeeded thumbnails, newest first unless the request sorts them otherwise, each with a new URL.
 * A search may return fewer than a page, and a cursor.
 * @throws InvalidRequestError if the cursor does not come from an earlier page of this list.
 */
export async function listThumbnails(
  userId: string,
  { limit = LIMITS.pageSize, cursor, ...filter }: ListThumbnailsRequest,
): Promise<ListThumbnailsResponse> {
  const [first, last] = ALWAYS;
  const period = [filter.from ?? first, filter.to ?? last] as const;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, period);
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

/**
 * Reads one generation of a user, in any state.
 * @throws NotFoundError for an unknown id, another user's and a deleted thumbnail, so that they cannot be told apart.
 */
export async function readThumbnail(userId: string, generationId: string): Promise<ReadThumbnailResponse> {
  const thumbnail = await findGeneration({ userId, generationId });
  if (thumbnail === undefined || thumbnail.status === 'deleted' || thumbnail.kind === 'cutout') {
    throw new NotFoundError();
  }
  const { status } = thumbnail;
  const common = { ...toThumbnailFields(thumbnail), designVersion: 0 };
  switch (status) {
    case 'pending':
      return { ...common, status };
    case 'waiting':
      return { ...common, status, ...(await readLinePosition(thumbnail)) };
    case 'succeeded': {
      const { width, height, designVersion = 0 } = thumbnail;
      const design = readDesign(thumbnail);
      const urls = await signImageUrls(thumbnail);
      const { previewURL: originalPreviewURL } = await signImageUrls({
        ...thumbnail,
        designPreviewKey: undefined,
      });
      // An edit has no edits of its own.
      const edits = thumbnail.kind === 'edit' ? undefined : await listEdits(thumbnail);
      return { ...common, status, ...urls, originalPreviewURL, width, height, design, designVersion, edits };
    }
    case 'failed': {
      const failure = { ...readFailure(thumbnail), charge: 'refunded' } as const;
      return { ...common, status, error: composeError(failure), ...failure };
    }
  }
}

/** The list shows the version that the design has chosen. */
async function summarize(thumbnail: ListedImage): Promise<ThumbnailSummary> {
  const { designPreviewKey, shown = thumbnail } = thumbnail;
  const { imageKey, previewKey, width, height } = shown;
  const urls = await signImageUrls({ imageKey, previewKey, designPreviewKey });
  const isFinished = designPreviewKey !== undefined;
  return { ...toThumbnailFields(thumbnail), ...urls, isFinished, width, height };
}

/** Lists a user's newest generations that wait or run, also those that another device started. Newest first. */
export async function listGenerations(userId: string): Promise<ListGenerationsResponse> {
  const unfinished = await queryUnfinished(userId, LIMITS.listedGenerations);
  return {
    generations: unfinished
      .filter(isAlive)
      .map(({ generationId: id, createdAt, thumbnailId }) => ({ id, createdAt, thumbnailId })),
  };
}

/** The invocation of an old attempt has ended, so only refund-abandoned ends it, unless it has a message in the queue. */
function isAlive({ startedAt, waitingSince }: ListedUnfinished): boolean {
  return waitingSince !== undefined || Date.now() - Date.parse(startedAt) < ATTEMPT_LEASE_MS;
}

function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** DynamoDB refuses a position outside of the range of the query. */
function decodeCursor(cursor: string, [from, to]: readonly [string, string]): ListPosition {
  try {
    const position = listPosition.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (position.listedAt < from || position.listedAt > to) throw new Error('It is outside of the period.');
    return position;
  } catch (error) {
    throw new InvalidRequestError('cursor is not one that this list gave', {
      params: { field: 'cursor' },
      cause: error,
    });
  }
}
