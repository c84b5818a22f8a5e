import type { ReadThumbnailResponse } from '../../../contract/schemas.ts';
import { request } from './request.ts';

export function readThumbnail(id: string, signal?: AbortSignal): Promise<ReadThumbnailResponse> {
  return request('readThumbnail', { params: { id } }, { signal });
}
