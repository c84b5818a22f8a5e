import {
  ConnectionError,
  hasCode,
  isNotFound,
  isOutcomeUnknown,
  isUnauthorized,
  UnexpectedResponseError,
  UserFacingError,
} from '../api/errors.ts';
import type { LinePosition } from '../api/waiting-line.ts';
import { waitUntilOnline } from '../lib/online.ts';
import { wait } from '../lib/wait.ts';
import { NOT_STARTED } from './generation.ts';
import { isLocked } from './sending-tabs.ts';

const POLL_INTERVAL_MS = 2_000;
const POLL_TIMEOUT_MS = 60_000;
/** A request can arrive this long after its page was left, which is before the next page asks: Lambda may first start a container. */
const ARRIVAL_MS = 10_000;
/** A generation that waits is polled about ten times until its estimated end, but at least every ten seconds. */
const MAX_WAITING_INTERVAL_MS = 10_000;
const POLLS_PER_WAIT = 10;

/** The state of a generation: it has its result, it has failed, or it runs. */
export type Answer<Result> =
  | { result: Result }
  | { failure: UserFacingError }
  /** The place in the line; undefined while a model generates the image. */
  | { line: LinePosition | undefined };

/** The requests of a generation of any kind. */
export interface Requests<Result> {
  id: string;
  /** Requests the generation. Undefined for a generation that an earlier page or another device has started. */
  send: (() => Promise<Answer<Result>>) | undefined;
  /** An earlier press may have requested it. A refusal of the next request, e.g. of too many, would say nothing about that. */
  isRequested: boolean | undefined;
  /** Reads how far the generation is. */
  poll: () => Promise<Answer<Result>>;
  onLineChange: (line: LinePosition | undefined) => void;
}

/** The generation did not finish while the browser polled it. */
export class StillGeneratingError extends UserFacingError {
  override name = 'StillGeneratingError';

  constructor() {
    super('It is taking longer than expected', undefined);
  }
}

/**
 * Follows a generation to its end over an unreliable connection. The id makes the request idempotent: after a lost response this
 * polls the generation by its id, and sends the request a second time only when the server does not know the id.
 * @throws the error that the generation ended with
 */
export async function pollGeneration<Result>(
  requests: Requests<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { send } = requests;
  let unknownOutcome: unknown;

  const attempt = async (isRequested = false): Promise<Result> => {
    let interval = 0;
    try {
      const answer = isRequested ? undefined : await send?.();
      if (answer && 'result' in answer) return answer.result;
      if (answer) interval = report(answer, requests);
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      unknownOutcome = error;
      interval = POLL_INTERVAL_MS;
    }
    await wait(interval, signal);
    return pollUntilDone(requests, signal);
  };

  try {
    return await attempt(requests.isRequested);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (!send) throw NOT_STARTED;
  }
  try {
    return await attempt();
  } catch (error) {
    // The reason why the first request was lost is more useful than "not found". A gateway refuses a request without a look at the
    // generation, and the first request may still arrive.
    const isRefusedUnread = hasCode(error, 'too_many_requests', 'forbidden');
    if (isRefusedUnread && requests.isRequested)
      throw new UserFacingError(error.clause, undefined, { cause: error });
    throw isRefusedUnread || isNotFound(error) ? (unknownOutcome ?? error) : error;
  }
}

/**
 * Polls for a minute. Time without a network and time in the line do not count: the server ends a wait.
 * @throws the error that the generation ended with; StillGeneratingError or ConnectionError after the timeout.
 */
async function pollUntilDone<Result>(requests: Requests<Result>, signal: AbortSignal): Promise<Result> {
  let lastError: Error | undefined;
  // The latest time of a request: the page that sent it was left before this page asks, or another tab may still send it.
  let lastRequestAt = Date.now();
  for (let waited = 0; waited < POLL_TIMEOUT_MS;) {
    await waitUntilOnline(signal);
    let interval = POLL_INTERVAL_MS;
    if (!requests.send && (await isLocked(requests.id))) lastRequestAt = Date.now();
    const mayArrive = !requests.send && Date.now() - lastRequestAt < ARRIVAL_MS;
    const answer = await requests.poll().catch((error: unknown) => explainPoll(error, mayArrive));
    lastError = answer instanceof ConnectionError ? answer : undefined;
    if ('result' in answer) return answer.result;
    if ('failure' in answer || 'line' in answer) {
      interval = report(answer, requests);
      if ('line' in answer && answer.line) waited = 0;
    }
    await wait(interval, signal);
    waited += interval;
  }
  throw lastError ?? new StillGeneratingError();
}

/** @returns the time until the next poll, in ms. @throws the failure */
function report(
  answer: Exclude<Answer<never>, { result: never }>,
  { onLineChange }: Pick<Requests<never>, 'onLineChange'>,
): number {
  if ('failure' in answer) throw answer.failure;
  onLineChange(answer.line);
  const interval = ((answer.line?.estimatedSeconds ?? 0) * 1_000) / POLLS_PER_WAIT;
  return Math.min(MAX_WAITING_INTERVAL_MS, Math.max(POLL_INTERVAL_MS, interval));
}

/**
 * A poll that failed on the way, or that was refused, says nothing about the generation.
 * @param mayArrive another tab may send the request, or a page sent it a moment before the poll and was left. It may still arrive
 * @throws any other error, and what ends the polls: the server does not know the generation, or the session has ended.
 */
function explainPoll(error: unknown, mayArrive: boolean): Error {
  const isEnd = (isNotFound(error) && !mayArrive) || isUnauthorized(error);
  if (!isEnd && (error instanceof UserFacingError || error instanceof UnexpectedResponseError)) return error;
  throw error;
}
