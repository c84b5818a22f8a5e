import { isErrorCode } from '../../../../contract/errors.ts';
import type { ReadThumbnailResponse } from '../../../../contract/schemas.ts';
import {
  ApiError,
  ConnectionError,
  isNotFound,
  UnexpectedResponseError,
  UserFacingError,
} from '../../api/errors.ts';
import { generateThumbnail } from '../../api/generate-thumbnail.ts';
import type { Generation } from '../../api/generate-thumbnail.ts';
import { readThumbnail } from '../../api/thumbnails.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { wait } from '../../lib/wait.ts';

const POLL_INTERVAL_MS = 2_000;
const POLL_TIMEOUT_MS = 60_000;

/** The generation did not finish while the browser polled it. */
class StillGeneratingError extends UserFacingError {
  override name = 'StillGeneratingError';

  constructor() {
    super('It is taking longer than expected.');
  }
}

/**
 * Generates a thumbnail over an unreliable connection. The id makes the request idempotent: after a lost response this
 * polls the generation by its id, and sends the request a second time only when the server does not know the id.
 */
export async function generate(generation: Generation, signal: AbortSignal): Promise<Thumbnail> {
  const { generationId } = generation;
  let unknownOutcome: unknown;

  const attempt = async (): Promise<Thumbnail> => {
    try {
      const { imageURL } = await generateThumbnail(generation, signal);
      return { id: generationId, url: imageURL };
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      unknownOutcome = error;
      await wait(POLL_INTERVAL_MS, signal);
      return await pollUntilDone(generationId, signal);
    }
  };

  try {
    return await attempt();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await attempt();
  } catch (error) {
    // Neither request arrived. The reason for that is more useful than "not found".
    throw isNotFound(error) ? (unknownOutcome ?? error) : error;
  }
}

/** Polls a generation that an earlier page started. Returns undefined when the server does not know it. */
export async function resumeGeneration(id: string, signal: AbortSignal): Promise<Thumbnail | undefined> {
  try {
    return await pollUntilDone(id, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** @throws the error that the generation ended with; StillGeneratingError or ConnectionError after the timeout. */
async function pollUntilDone(id: string, signal: AbortSignal): Promise<Thumbnail> {
  let lastError: Error = new StillGeneratingError();
  for (let waited = 0; waited < POLL_TIMEOUT_MS; waited += POLL_INTERVAL_MS) {
    try {
      const thumbnail = toResult(await readThumbnail(id, signal));
      if (thumbnail) return thumbnail;
      lastError = new StillGeneratingError();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      lastError = error instanceof ConnectionError ? error : new StillGeneratingError();
    }
    await wait(POLL_INTERVAL_MS, signal);
  }
  throw lastError;
}

/** Undefined while the generation is running. */
function toResult({ id, status, url, error, code }: ReadThumbnailResponse): Thumbnail | undefined {
  switch (status) {
    case 'pending':
      return undefined;
    case 'succeeded':
      if (url === undefined) throw new ApiError('internal');
      return { id, url };
    case 'failed':
      throw new ApiError(isErrorCode(code) ? code : 'internal', error);
  }
}

/** A poll without a response, or a throttled one, says nothing about the generation. */
function isRetryable(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (error instanceof ApiError && error.code === 'too_many_requests')
  );
}

/** The generation may be running or finished, although the request failed. */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return true;
  return error instanceof ApiError && error.code === 'in_progress';
}
