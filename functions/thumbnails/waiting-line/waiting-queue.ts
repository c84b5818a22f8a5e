import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { referenceRequest } from '#contract/endpoints/reference-schemas.ts';
import { REQUEST_TIMEOUTS } from '../../platform/aws-clients.ts';
import { requireEnv } from '../../platform/environment.ts';

const WAITING_QUEUE_URL = requireEnv('WAITING_QUEUE_URL');

const sqs = new SQSClient({
  maxAttempts: 2,
  requestHandler: REQUEST_TIMEOUTS,
  // The URL only names the queue, so that AWS_ENDPOINT_URL_SQS can redirect the requests, as for the other services.
  useQueueUrlAsEndpoint: false,
});

/** The message of a waiting generation. It contains the data that an attempt needs and that the row does not keep. */
const waitingMessage = z.object({
  userId: z.string(),
  generationId: z.string(),
  waitingLine: z.string(),
  /** The time when the generation joined the line (ISO 8601, UTC). */
  waitingSince: z.string(),
  /** The reference. Each attempt loads the image of the reference again. */
  reference: z.optional(referenceRequest),
  /** The mask of an edit, in base64. The texts of the edit are only in the row, because a dead letter outlives the account. */
  mask: z.optional(z.string()),
});
export type WaitingMessage = z.infer<typeof waitingMessage>;

/** @throws a zod error if `sendToLine` did not send the body. */
export function parseMessage(body: string): WaitingMessage {
  return waitingMessage.parse(JSON.parse(body));
}

/** Sends a message to the queue. @param delaySeconds 0 to 900. @throws any SDK error. After a timeout, the message may have been sent. */
export async function sendToLine(message: WaitingMessage, delaySeconds: number): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: WAITING_QUEUE_URL,
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }),
  );
}

/** Delays the next delivery of a message. @param seconds whole seconds. */
export async function delayMessage(receiptHandle: string, seconds: number): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: WAITING_QUEUE_URL,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  );
}
