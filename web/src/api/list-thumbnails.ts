import type { ThumbnailSummary } from '../../../contract/schemas.ts';
import { request } from './request.ts';

/** Lists the newest thumbnails first. */
export async function listThumbnails(limit: number, signal?: AbortSignal): Promise<ThumbnailSummary[]> {
  const { thumbnails } = await request('listThumbnails', { query: { limit: String(limit) } }, { signal });
  return thumbnails;
}
