import type { ReadThumbnailResponse } from '../../../contract/schemas.ts';
import { waitUntilOnline } from '../lib/online.ts';
import { wait } from '../lib/wait.ts';
import { ConnectionError, hasCode, isNotFound, UnexpectedResponseError, UserFacingError } from './errors.ts';
import { loadErrorReader } from './load-error-reader.ts';
import { readThumbnail } from './thumbnails.ts';
import type { LinePosition } from './waiting-line.ts';

const POLL_INTERVAL_MS = 2_000;
const POLL_TIMEOUT_MS = 60_000;
/** A generation that waits is polled about ten times until its estimated end, but at least every ten seconds. */
const MAX_WAITING_INTERVAL_MS = 10_000;
const POLLS_PER_WAIT = 10;

/** Reports the place in the line; undefined while a model generates the image. */
export type OnLineChange = (position: LinePosition | undefined) => void;

type Waiting = LinePosition & { status: 'waiting' };

/** A generation of any kind: of a thumbnail, or of an edit. */
interface FollowedGeneration<Result extends object> {
  /** Makes the request idempotent. */
  id: string;
  /** @returns the result, or the place of a generation that waits. */
  send: (signal: AbortSignal) => Promise<(Result & { status?: never }) | Waiting>;
  /** The result of one that has succeeded. */
  read: (state: ReadThumbnailResponse) => Result;
}

/** The generation did not finish while the browser polled it. */
export class StillGeneratingError extends UserFacingError {
  override name = 'StillGeneratingError';

  constructor() {
    super('It is taking longer than expected', undefined);
  }
}

/**
 * Makes a generation over an unreliable connection. The id makes the request idempotent: after a lost response this polls the
 * generation by its id, and sends the request a second time only when the server does not know the id.
 */
export async function followGeneration<Result extends object>(
  { id, send, read }: FollowedGeneration<Result>,
  signal: AbortSignal,
  onLineChange?: OnLineChange,
): Promise<Result> {
  let unknownOutcome: unknown;

  const attempt = async (): Promise<Result> => {
    try {
      const response = await send(signal);
      if (response.status === undefined) return response;
      onLineChange?.(response);
      await wait(waitingInterval(response), signal);
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      unknownOutcome = error;
      await wait(POLL_INTERVAL_MS, signal);
    }
    return pollUntilDone({ id, read }, signal, onLineChange);
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

/**
 * Polls for a minute. Time without a network and time in the line do not count: the server ends a wait.
 * @throws the error that the generation ended with; StillGeneratingError or ConnectionError after the timeout.
 */
export async function pollUntilDone<Result extends object>(
  { id, read }: Omit<FollowedGeneration<Result>, 'send'>,
  signal: AbortSignal,
  onLineChange?: OnLineChange,
): Promise<Result> {
  let lastError: Error | undefined;
  for (let waited = 0; waited < POLL_TIMEOUT_MS;) {
    await waitUntilOnline(signal);
    let interval = POLL_INTERVAL_MS;
    const state = await readThumbnail(id, signal).catch(explainPoll);
    lastError = state instanceof ConnectionError ? state : undefined;
    if ('status' in state) {
      if (state.status === 'succeeded') return read(state);
      if (state.status === 'failed') throw (await loadErrorReader()).readFailure(state);
      const isWaiting = state.status === 'waiting';
      onLineChange?.(isWaiting ? state : undefined);
      if (isWaiting) {
        waited = 0;
        interval = waitingInterval(state);
      }
    }
    await wait(interval, signal);
    waited += interval;
  }
  throw lastError ?? new StillGeneratingError();
}

/** In ms. */
function waitingInterval({ estimatedSeconds = 0 }: LinePosition): number {
  const interval = (estimatedSeconds * 1_000) / POLLS_PER_WAIT;
  return Math.min(MAX_WAITING_INTERVAL_MS, Math.max(POLL_INTERVAL_MS, interval));
}

/** A poll that failed on the way or on the server says nothing about the generation. @throws any other error. */
function explainPoll(error: unknown): Error {
  if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return error;
  if (hasCode(error, 'too_many_requests', 'internal')) return error;
  throw error;
}

/** The generation may be running or finished, although the request failed. */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return true;
  return hasCode(error, 'in_progress');
}
