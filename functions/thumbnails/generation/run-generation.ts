import { storeImages } from './store-images.ts';
import { preparePixelThread } from '../../images/pixels/pixel-thread.ts';
import { CodedError } from '../../platform/errors.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { countWaitingGeneration } from '../../platform/metrics.ts';
import { markWaiting } from '../table/life-cycle.ts';
import { requireSucceeded } from '../table/queries.ts';
import type { Generation, PendingGeneration, SucceededGeneration, WaitingGeneration } from '../table/rows.ts';
import { LONGEST_WAIT_MS } from '../waiting-line/longest-wait.ts';
import { sendToLine, type WaitingMessage } from '../waiting-line/waiting-queue.ts';
import { attemptGeneration, failAndRefund } from './attempt-generation.ts';
import type { ImagePlan } from './plan-image.ts';
import { type Guards, type Requester, reserveGeneration } from './reserve-generation.ts';

/** The input of an attempt that the row does not keep. */
type WaitingInput = Pick<WaitingMessage, 'reference' | 'mask'>;

/** The delay of the first message, in seconds. The generation is marked as waiting before the message arrives. */
const FIRST_DELAY = 1;

/**
 * Lets a generation wait for a model. The message is sent before the generation is marked. If the invocation dies between these two steps,
 * generate-waiting receives the message and continues the generation.
 * @returns the stored thumbnail, which another invocation may have ended or continued.
 * @throws GenerationFailedError after the refund, if the generation could not join the line.
 */
async function joinLine(
  pending: PendingGeneration,
  waitingLine: string,
  input: WaitingInput,
): Promise<Generation> {
  const { userId, generationId } = pending;
  const place = { waitingLine, waitingSince: new Date().toISOString() };
  try {
    await sendToLine({ userId, generationId, ...place, ...input }, FIRST_DELAY);
    const thumbnail = await markWaiting(pending, place);
    if (thumbnail === undefined) throw new Error('The generation does not exist.');
    countWaitingGeneration();
    return thumbnail;
  } catch (error) {
    logger.warn('line not joined', errorTrace(error));
    return failAndRefund(new CodedError('model_unavailable', { cause: error }), pending);
  }
}

interface RunOptions {
  plan: ImagePlan;
  requester: Requester;
  /** Additional conditions of the transaction that takes the credits. */
  guards?: Guards;
  /** The input of an attempt after the generation has waited. */
  input: WaitingInput;
  /** The remaining invocation time, in ms. */
  remainingMs: number;
}

/**
 * Runs one generation of any kind that may wait: reserve -> load, if the generation starts from an image -> generate the image -> store ->
 * settle, or refund. If every model is overloaded, the generation joins the waiting line, and generate-waiting continues it. The generation
 * id is the idempotency key: a repeated request returns the state of the first request. The repeated request costs nothing and loads
 * nothing.
 * @throws the errors of `reserveGeneration` and `requireSucceeded`; GenerationFailedError after the refund, or if refund-abandoned must
 * refund.
 */
export async function runGeneration(
  pending: PendingGeneration,
  options: RunOptions,
): Promise<SucceededGeneration | WaitingGeneration> {
  const generation = await run(pending, options);
  return generation.status === 'waiting' ? generation : requireSucceeded(generation);
}

async function run(
  pending: PendingGeneration,
  { plan, requester, guards, input, remainingMs }: RunOptions,
): Promise<Generation> {
  const endAt = Date.now() + remainingMs;
  const existing = await reserveGeneration(pending, requester, guards);
  if (existing !== undefined) return existing;
  preparePixelThread();
  const options = { plan, store: storeImages, endAt, mayWait: LONGEST_WAIT_MS > 0 };
  const generation = await attemptGeneration(pending, options);
  return generation === 'overloaded' ? joinLine(pending, plan.line, input) : generation;
}
