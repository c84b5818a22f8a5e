import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { errorTrace, logger } from './shared/logger.ts';
import { planEdit } from './edits/plan-edit.ts';
import { planImage } from './generation/plan-image.ts';
import { processWaiting, type PlanWaiting } from './generation/process-waiting.ts';
import { delayMessage, parseMessage } from './waiting-line/waiting-queue.ts';

/** The delay after an unexpected error, in seconds. */
const ERROR_DELAY = 10;

/** Continues the generations that wait for a model. SQS invokes it with one message at a time. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  logger.addContext(context);
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const record of event.Records) {
    const retryIn = await processRecord(record, context.getRemainingTimeInMillis());
    if (retryIn === undefined) continue;
    await delayMessage(record.receiptHandle, retryIn);
    batchItemFailures.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures };
}

/** @throws after an unexpected error, so that the invocation counts as failed. */
async function processRecord(
  { body, receiptHandle }: SQSRecord,
  remainingMs: number,
): Promise<number | undefined> {
  try {
    return await processWaiting(parseMessage(body), remainingMs, planWaiting);
  } catch (error) {
    logger.error('waiting generation not processed', errorTrace(error));
    // Without this the queue delivers the message only after its visibility timeout.
    await delayMessage(receiptHandle, ERROR_DELAY).catch(() => undefined);
    throw error;
  }
}

const planWaiting: PlanWaiting = (pending, { reference, operation }) => {
  const { userId, baseId } = pending;
  if (pending.kind !== 'edit') return planImage({ ...pending, reference });
  if (baseId === undefined || operation === undefined)
    throw new Error('The message of an edit is incomplete.');
  return planEdit({ userId, baseId, operation }).plan;
};
