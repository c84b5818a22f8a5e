import type { ReadThumbnailResponse, ThumbnailSummary } from '../../../contract/schemas.ts';
import { request } from './request.ts';

/** A finished thumbnail. Its URL expires after an hour. */
export interface Thumbnail {
  id: string;
  url: string;
}

/** Lists the newest thumbnails first. */
export async function listThumbnails(limit: number): Promise<ThumbnailSummary[]> {
  return (await request('listThumbnails', { query: { limit: String(limit) } })).thumbnails;
}

export function readThumbnail(id: string, signal?: AbortSignal): Promise<ReadThumbnailResponse> {
  return request('readThumbnail', { params: { id } }, { signal });
}
