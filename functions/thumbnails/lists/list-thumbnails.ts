import type {
  ListThumbnailsRequest,
  ListThumbnailsResponse,
  ThumbnailSummary,
} from '#contract/endpoints/schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { signImageUrls } from '../../images/image-urls.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/cursor.ts';
import { readShownMark } from '../designs/design-mark.ts';
import { ALWAYS, listPosition, type ListPosition, queryListed } from '../table/list-queries.ts';
import type { ListedImage } from '../table/listed-rows.ts';
import { findPreviewKey } from '../table/rows.ts';
import { toThumbnailFields } from '../table/thumbnail-fields.ts';
import { addMissingPreviews } from './add-previews.ts';
import { createFilter, isFinished } from './match-thumbnail.ts';

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

/** Decodes the cursor of an earlier page. DynamoDB refuses a position outside of the range of the query. */
function readPosition(cursor: string, [from, to]: readonly [string, string]): ListPosition {
  const position = decodeCursor(listPosition, cursor);
  if (position.listedAt < from || position.listedAt > to) throw invalidCursor();
  return position;
}
