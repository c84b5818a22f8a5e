import type { ReadThumbnailResponse, WaitingGeneration } from '../../../../../contract/schemas.ts';
import {
  ApiError,
  ConnectionError,
  hasCode,
  isNotFound,
  readFailure,
  UnexpectedResponseError,
  UserFacingError,
} from '../../../api/errors.ts';
import { generateThumbnail } from '../api.ts';
import type { Generation } from '../api.ts';
import { readThumbnail, toThumbnail, withReference } from '../../../api/thumbnails.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { waitUntilOnline } from '../../../lib/online.ts';
import { wait } from '../../../lib/wait.ts';

const POLL_INTERVAL_MS = 2_000;
const POLL_TIMEOUT_MS = 60_000;
/** A generation that waits is polled about ten times until its estimated end, but at least every ten seconds. */
const MAX_WAITING_INTERVAL_MS = 10_000;
const POLLS_PER_WAIT = 10;

/** The place of a waiting generation in the line. Both are undefined if the server cannot tell. */
export type LinePosition = Pick<WaitingGeneration, 'ahead' | 'estimatedSeconds'>;

/** Reports the place in the line; undefined while a model generates the image. */
export type OnLineChange = (position: LinePosition | undefined) => void;

/** The generation did not finish while the browser polled it. */
export class StillGeneratingError extends UserFacingError {
  override name = 'StillGeneratingError';

  constructor() {
    super('It is taking longer than expected', undefined);
  }
}

/**
 * Generates a thumbnail over an unreliable connection. The id makes the request idempotent: after a lost response this
 * polls the generation by its id, and sends the request a second time only when the server does not know the id.
 */
export async function generate(
  generation: Generation,
  signal: AbortSignal,
  onLineChange: OnLineChange = () => undefined,
): Promise<Thumbnail> {
  const { generationId, prompt } = generation;
  let unknownOutcome: unknown;

  const attempt = async (): Promise<Thumbnail> => {
    try {
      const response = await generateThumbnail(generation, signal);
      if ('status' in response) {
        onLineChange(response);
        await wait(waitingInterval(response), signal);
        return await pollUntilDone(generationId, signal, onLineChange);
      }
      const { imageURL, previewURL } = response;
      return {
        id: generationId,
        url: imageURL,
        prompt,
        ...(previewURL !== undefined && { previewURL }),
        ...(generation.negativePrompt !== undefined && { negativePrompt: generation.negativePrompt }),
        ...(generation.model !== undefined && { model: generation.model }),
        ...withReference(generation.reference),
      };
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      unknownOutcome = error;
      await wait(POLL_INTERVAL_MS, signal);
      return await pollUntilDone(generationId, signal, onLineChange);
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
export async function resumeGeneration(
  id: string,
  signal: AbortSignal,
  onLineChange: OnLineChange = () => undefined,
): Promise<Thumbnail | undefined> {
  try {
    return await pollUntilDone(id, signal, onLineChange);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Polls for a minute. Time without a network and time in the line do not count: the server ends a wait.
 * @throws the error that the generation ended with; StillGeneratingError or ConnectionError after the timeout.
 */
async function pollUntilDone(
  id: string,
  signal: AbortSignal,
  onLineChange: OnLineChange = () => undefined,
): Promise<Thumbnail> {
  let lastError: Error = new StillGeneratingError();
  for (let waited = 0; waited < POLL_TIMEOUT_MS;) {
    await waitUntilOnline(signal);
    let interval = POLL_INTERVAL_MS;
    try {
      const state = await readThumbnail(id, signal);
      const thumbnail = toResult(state);
      if (thumbnail) return thumbnail;
      const isWaiting = state.status === 'waiting';
      onLineChange(isWaiting ? state : undefined);
      if (isWaiting) {
        waited = 0;
        interval = waitingInterval(state);
      }
      lastError = new StillGeneratingError();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      lastError = error instanceof ConnectionError ? error : new StillGeneratingError();
    }
    await wait(interval, signal);
    waited += interval;
  }
  throw lastError;
}

/** In ms. */
function waitingInterval({ estimatedSeconds = 0 }: LinePosition): number {
  const interval = (estimatedSeconds * 1_000) / POLLS_PER_WAIT;
  return Math.min(MAX_WAITING_INTERVAL_MS, Math.max(POLL_INTERVAL_MS, interval));
}

/** Undefined while the generation is running or waits. */
function toResult(thumbnail: ReadThumbnailResponse): Thumbnail | undefined {
  const { status, url } = thumbnail;
  switch (status) {
    case 'pending':
    case 'waiting':
      return undefined;
    case 'succeeded':
      if (url === undefined) throw new ApiError('internal');
      return toThumbnail({ ...thumbnail, url });
    case 'failed':
      throw readFailure(thumbnail);
  }
}

/** A poll without a response, or a throttled one, says nothing about the generation. */
function isRetryable(error: unknown): boolean {
  return error instanceof ConnectionError || hasCode(error, 'too_many_requests');
}

/** The generation may be running or finished, although the request failed. */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return true;
  return hasCode(error, 'in_progress');
}
