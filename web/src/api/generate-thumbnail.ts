import type { GenerateThumbnailRequest, GenerateThumbnailResponse } from '../../../contract/schemas.ts';
import { UnexpectedResponseError } from './errors.ts';
import { LONG_TIMEOUT_MS, request } from './request.ts';

/** The id is the idempotency key: the same generation may be requested twice. */
export type Generation = GenerateThumbnailRequest & { generationId: string };

/**
 * @returns the image, or a generation that waits in line.
 * @throws the errors of `request`; UnexpectedResponseError when a 2xx response is neither.
 */
export async function generateThumbnail(
  generation: Generation,
  signal?: AbortSignal,
): Promise<GenerateThumbnailResponse> {
  const options = { signal, timeoutMs: LONG_TIMEOUT_MS };
  const response: unknown = await request('generateThumbnail', { body: generation }, options);
  if (!isExpected(response)) throw new UnexpectedResponseError();
  return response;
}

const isExpected = (response: unknown): response is GenerateThumbnailResponse =>
  typeof response === 'object' &&
  response !== null &&
  (('imageURL' in response && typeof response.imageURL === 'string') ||
    ('status' in response && response.status === 'waiting'));
