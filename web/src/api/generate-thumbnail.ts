import { ROUTES } from '../../../contract/routes.ts';
import type { GenerateThumbnailRequest, GenerateThumbnailResponse } from '../../../contract/schemas.ts';
import { ForeignAnswerError } from './errors.ts';
import { request } from './request.ts';

/** Longer than API Gateway waits itself, so that its answer is heard. */
const TIMEOUT_MS = 35_000;

/** A generation with the id that makes it safe to ask for twice. */
export type Generation = GenerateThumbnailRequest & { generationId: string };

/** @throws as `request` does; ForeignAnswerError where a success names no picture. */
export async function generateThumbnail(
  generation: Generation,
  signal?: AbortSignal,
): Promise<GenerateThumbnailResponse> {
  const answer = await request(ROUTES.generateThumbnail, { body: generation, signal, timeoutMs: TIMEOUT_MS });
  if (!isResponse(answer)) throw new ForeignAnswerError();
  return answer;
}

const isResponse = (answer: unknown): answer is GenerateThumbnailResponse =>
  typeof answer === 'object' &&
  answer !== null &&
  'imageURL' in answer &&
  typeof answer.imageURL === 'string';
