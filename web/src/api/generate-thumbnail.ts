import { ROUTES } from '../../../contract/routes.ts';
import type { GenerateThumbnailRequest, GenerateThumbnailResponse } from '../../../contract/schemas.ts';
import { request } from './request.ts';

/** Longer than API Gateway waits itself, so that its answer is heard. */
const TIMEOUT_MS = 35_000;

/** A generation with the id that makes it safe to ask for twice. */
export type Generation = GenerateThumbnailRequest & { generationId: string };

export async function generateThumbnail(
  generation: Generation,
  signal?: AbortSignal,
): Promise<GenerateThumbnailResponse> {
  const answer = await request(ROUTES.generateThumbnail, { body: generation, signal, timeoutMs: TIMEOUT_MS });
  return answer as GenerateThumbnailResponse;
}
