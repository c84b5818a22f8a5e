import { CodedError } from '../shared/errors.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { countWaitingGeneration } from '../shared/metrics.ts';
import { sendToLine, type WaitingMessage } from '../waiting-line/waiting-queue.ts';
import { failAndRefund } from './attempt-generation.ts';
import type { PendingGeneration, Generation } from '../thumbnails-table/rows.ts';
import { markWaiting } from '../thumbnails-table/life-cycle.ts';

/** What an attempt needs and the row does not keep. */
export type WaitingInput = Pick<WaitingMessage, 'reference' | 'operation'>;

/** The delay of the first message, in seconds. The generation is marked before that. */
const FIRST_DELAY = 1;

/**
 * Lets a generation wait for a model. The message is sent before the generation is marked: if the invocation dies in between,
 * generate-waiting receives the message and continues the generation.
 * @returns the stored thumbnail, which another invocation may have ended or continued.
 * @throws GenerationFailedError after the refund if it could not join.
 */
export async function joinLine(
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
