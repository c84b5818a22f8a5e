import type { GenerateThumbnailRequest, GenerateThumbnailResponse } from '../../../contract/schemas.ts';
import { ForeignAnswerError } from './errors.ts';
import { LONG_TIMEOUT_MS, request } from './request.ts';

/** A generation with the id that makes it safe to ask for twice. */
export type Generation = GenerateThumbnailRequest & { generationId: string };

/** @throws as `request` does; ForeignAnswerError where a success names no picture. */
export async function generateThumbnail(
  generation: Generation,
  signal?: AbortSignal,
): Promise<GenerateThumbnailResponse> {
  const options = { signal, timeoutMs: LONG_TIMEOUT_MS };
  const answer: unknown = await request('generateThumbnail', { body: generation }, options);
  if (!isResponse(answer)) throw new ForeignAnswerError();
  return answer;
}

const isResponse = (answer: unknown): answer is GenerateThumbnailResponse =>
  typeof answer === 'object' &&
  answer !== null &&
  'imageURL' in answer &&
  typeof answer.imageURL === 'string';
