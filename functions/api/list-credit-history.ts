import {
  listCreditHistorySchemas,
  type ListCreditHistoryRequest,
  type ListCreditHistoryResponse,
} from '#contract/endpoints/credit-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { historyPosition, readHistory } from '../credits/ledger/history.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import { findTitles, type TitledThumbnail } from '../thumbnails/table/list-queries.ts';
import { findPreviewKey } from '../thumbnails/table/rows.ts';
import { apiHandler } from './http/api-handler.ts';

/**
 * Lists one page of the changes of a user's balance. A change names its thumbnail only while the user has the thumbnail.
 * @param balance the balance now.
 */
async function listCreditHistory(
  userId: string,
  balance: number,
  { limit = LIMITS.creditPageSize, cursor }: ListCreditHistoryRequest,
): Promise<ListCreditHistoryResponse> {
  const start = cursor === undefined ? { balance } : decodeCursor(historyPosition, cursor);
  const { changes, next } = await readHistory(userId, limit, start);
  const ids = changes.flatMap(({ thumbnailId }) => thumbnailId ?? []);
  const thumbnails = await findTitles(userId, ids);
  const entries = changes.map(async ({ thumbnailId = '', ...change }) => ({
    ...change,
    ...(await describeThumbnail(thumbnails.get(thumbnailId))),
  }));
  return {
    entries: await Promise.all(entries),
    ...(next !== undefined && { cursor: encodeCursor(next) }),
  };
}

async function describeThumbnail(thumbnail: TitledThumbnail | undefined) {
  if (thumbnail === undefined) return {};
  const { generationId: thumbnailId, name, prompt, designPreviewKey, shown = thumbnail } = thumbnail;
  const keys = { ...shown, previewKey: findPreviewKey(thumbnail), designPreviewKey };
  const { previewURL } = await signImageUrls(keys);
  return {
    thumbnailId,
    title: name ?? Array.from(prompt).slice(0, LIMITS.thumbnailNameLength).join(''),
    ...(previewURL !== undefined && { previewURL }),
  };
}

/** GET /api/credits/history: lists what changed the caller's balance, newest first. */
export const handler = apiHandler('listCreditHistory', listCreditHistorySchemas, ({ userId, user, query }) =>
  listCreditHistory(userId, user?.credits ?? 0, query),
);
