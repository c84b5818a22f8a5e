import * as z from 'zod/mini';
import { LIMITS } from '../../contract/limits.ts';
import type {
  ListThumbnailsResponse,
  ReadThumbnailResponse,
  ThumbnailSummary,
} from '../../contract/schemas.ts';
import { InvalidRequestError, NotFoundError } from '../errors/errors.ts';
import { failureMessage } from './generation-failed-error.ts';
import { imageUrl } from './image-bucket.ts';
import type { Succeeded } from './record.ts';
import { findThumbnail, queryListed, type ListPosition } from './thumbnails-table.ts';

const listPosition = z.object({ generationId: z.uuid(), listedAt: z.iso.datetime() });

/**
 * A page of a user's finished thumbnails, newest first, each with a fresh URL.
 * @throws InvalidRequestError when the cursor is not one that an earlier page gave.
 */
export async function listThumbnails(
  userId: string,
  { limit = LIMITS.pageSize, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ListThumbnailsResponse> {
  const { thumbnails, next } = await queryListed(
    userId,
    limit,
    cursor === undefined ? undefined : decode(cursor),
  );
  const finished = thumbnails.filter((thumbnail) => thumbnail.status === 'succeeded');
  return {
    thumbnails: await Promise.all(finished.map(summary)),
    ...(next === undefined ? {} : { cursor: encode(next) }),
  };
}

/**
 * One generation of a user's, whatever its state.
 * @throws NotFoundError for an unknown id and for another user's alike.
 */
export async function readThumbnail(userId: string, generationId: string): Promise<ReadThumbnailResponse> {
  const thumbnail = await findThumbnail({ userId, generationId });
  if (thumbnail === undefined) throw new NotFoundError();
  const { status } = thumbnail;
  switch (status) {
    case 'pending':
      return { id: generationId, status };
    case 'succeeded':
      return { id: generationId, status, url: await imageUrl(thumbnail.imageKey) };
    case 'failed':
      return {
        id: generationId,
        status,
        error: failureMessage(thumbnail.failure, true),
        code: thumbnail.failure,
      };
  }
}

async function summary({
  generationId,
  imageKey,
  prompt,
  createdAt,
  model,
}: Succeeded): Promise<ThumbnailSummary> {
  return { id: generationId, url: await imageUrl(imageKey), prompt, createdAt, model };
}

function encode(position: ListPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function decode(cursor: string): ListPosition {
  try {
    return listPosition.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw new InvalidRequestError('cursor is not one that this list gave', { cause: error });
  }
}
