import { ROUTES } from '../../../contract/routes.ts';
import type { ReadThumbnailResponse } from '../../../contract/schemas.ts';
import { request } from './request.ts';

export async function readThumbnail(id: string, signal?: AbortSignal): Promise<ReadThumbnailResponse> {
  return (await request(ROUTES.readThumbnail, { params: { id }, signal })) as ReadThumbnailResponse;
}
