import { ROUTES } from '../../../contract/routes.ts';
import type { ListThumbnailsResponse, ThumbnailSummary } from '../../../contract/schemas.ts';
import { request } from './request.ts';

/** The newest first. */
export async function listThumbnails(limit: number, signal?: AbortSignal): Promise<ThumbnailSummary[]> {
  const answer = await request(ROUTES.listThumbnails, { query: { limit: limit.toString() }, signal });
  return (answer as ListThumbnailsResponse).thumbnails;
}
