import type { GenerateThumbnailRequest, GenerateThumbnailResponse } from '../../../contract/schemas.ts';
import { UnexpectedResponseError } from './errors.ts';
import { LONG_TIMEOUT_MS, request } from './request.ts';

/** The id is the idempotency key: the same generation may be requested twice. */
export type Generation = GenerateThumbnailRequest & { generationId: string };

/** @throws the errors of `request`; UnexpectedResponseError when a 2xx response has no image. */
export async function generateThumbnail(
  generation: Generation,
  signal?: AbortSignal,
): Promise<GenerateThumbnailResponse> {
  const options = { signal, timeoutMs: LONG_TIMEOUT_MS };
  const response: unknown = await request('generateThumbnail', { body: generation }, options);
  if (!hasImage(response)) throw new UnexpectedResponseError();
  return response;
}

const hasImage = (response: unknown): response is GenerateThumbnailResponse =>
  typeof response === 'object' &&
  response !== null &&
  'imageURL' in response &&
  typeof response.imageURL === 'string';
