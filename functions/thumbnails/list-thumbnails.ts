import { LIMITS } from '../../contract/limits.ts';
import type {
  ListThumbnailsResponse,
  ReadThumbnailResponse,
  ThumbnailSummary,
} from '../../contract/schemas.ts';
import { InvalidRequestError, NotFoundError } from '../shared/errors.ts';
import { failureMessage } from './generation-failure.ts';
import { signImageUrl } from './image-bucket.ts';
import {
  findThumbnail,
  listPosition,
  queryListed,
  type ListPosition,
  type SucceededThumbnail,
} from './thumbnails-table.ts';

/**
 * Lists one page of a user's succeeded thumbnails, newest first, each with a new URL.
 * @throws InvalidRequestError if the cursor does not come from an earlier page.
 */
export async function listThumbnails(
  userId: string,
  { limit = LIMITS.pageSize, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ListThumbnailsResponse> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { thumbnails, next } = await queryListed(userId, limit, after);
  const succeeded = thumbnails.filter((thumbnail) => thumbnail.status === 'succeeded');
  return {
    thumbnails: await Promise.all(succeeded.map(summarize)),
    ...(next !== undefined && { cursor: encodeCursor(next) }),
  };
}

/**
 * Reads one generation of a user, in any state.
 * @throws NotFoundError for an unknown id, and also for another user's, so that the two cannot be told apart.
 */
export async function readThumbnail(userId: string, generationId: string): Promise<ReadThumbnailResponse> {
  const thumbnail = await findThumbnail({ userId, generationId });
  if (thumbnail === undefined) throw new NotFoundError();
  const { status } = thumbnail;
  switch (status) {
    case 'pending':
      return { id: generationId, status };
    case 'succeeded':
      return { id: generationId, status, url: await signImageUrl(thumbnail.imageKey) };
    case 'failed': {
      const { failure: code } = thumbnail;
      return { id: generationId, status, error: failureMessage(code, true), code };
    }
  }
}

async function summarize({
  generationId: id,
  imageKey,
  prompt,
  createdAt,
  model,
}: SucceededThumbnail): Promise<ThumbnailSummary> {
  return { id, url: await signImageUrl(imageKey), prompt, createdAt, model };
}

function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function decodeCursor(cursor: string): ListPosition {
  try {
    return listPosition.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw new InvalidRequestError('cursor is not one that this list gave', { cause: error });
  }
}
