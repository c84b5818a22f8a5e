import { isErrorCode } from '../../../contract/errors.ts';
import type { ReadThumbnailResponse } from '../../../contract/schemas.ts';
import { ApiError, ConnectionError, ForeignAnswerError, isNotFound, ToldError } from '../api/errors.ts';
import { generateThumbnail } from '../api/generate-thumbnail.ts';
import type { Generation } from '../api/generate-thumbnail.ts';
import { readThumbnail } from '../api/read-thumbnail.ts';
import { wait } from '../api/wait.ts';

const POLL_EVERY_MS = 2_000;
const GIVE_UP_AFTER_MS = 60_000;

export interface FinishedThumbnail {
  id: string;
  url: string;
}

/** The generation did not end while the browser was asking. */
export class StillGeneratingError extends ToldError {
  override name = 'StillGeneratingError';

  constructor() {
    super('It is taking longer than expected.');
  }
}

/**
 * One press of Generate, whatever the network does. The id makes the request safe to repeat: an answer that got
 * lost is asked for by id, and only a request that never arrived is sent again, once.
 */
export async function generate(generation: Generation, signal: AbortSignal): Promise<FinishedThumbnail> {
  const { generationId } = generation;
  const send = async () => {
    const { imageURL } = await generateThumbnail(generation, signal);
    return { id: generationId, url: imageURL };
  };
  let unanswered: unknown;
  const sendOrFollow = async () => {
    try {
      return await send();
    } catch (error) {
      if (!mayStillEnd(error)) throw error;
      unanswered = error;
      await wait(POLL_EVERY_MS, signal);
      return await awaitEnd(generationId, signal);
    }
  };

  try {
    return await sendOrFollow();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    return await sendOrFollow();
  } catch (error) {
    throw isNotFound(error) ? (unanswered ?? error) : error;
  }
}

/** Takes up a generation that an earlier page began. Undefined when the server has never heard of it. */
export async function resumeGeneration(
  id: string,
  signal: AbortSignal,
): Promise<FinishedThumbnail | undefined> {
  try {
    return await awaitEnd(id, signal);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Asks for a generation until it has ended. Throws what the generation ended with, if not with a picture. */
async function awaitEnd(id: string, signal: AbortSignal): Promise<FinishedThumbnail> {
  let failure: Error = new StillGeneratingError();
  for (let waited = 0; waited < GIVE_UP_AFTER_MS; waited += POLL_EVERY_MS) {
    try {
      const finished = endOf(await readThumbnail(id, signal));
      if (finished) return finished;
      failure = new StillGeneratingError();
    } catch (error) {
      if (!saysNothing(error)) throw error;
      failure = error instanceof ConnectionError ? error : new StillGeneratingError();
    }
    await wait(POLL_EVERY_MS, signal);
  }
  throw failure;
}

function endOf({ id, status, url, error, code }: ReadThumbnailResponse): FinishedThumbnail | undefined {
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

/** The question was not answered, or not even heard: it is asked again at its next turn. */
function saysNothing(error: unknown): boolean {
  return (
    error instanceof ConnectionError || (error instanceof ApiError && error.code === 'too_many_requests')
  );
}

/** The request may have been carried out, or still be under way, though it was not answered. */
function mayStillEnd(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof ForeignAnswerError) return true;
  return error instanceof ApiError && error.code === 'in_progress';
}
