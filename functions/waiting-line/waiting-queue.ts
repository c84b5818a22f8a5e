import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { referenceRequest } from '../../contract/reference-schemas.ts';
import { REQUEST_TIMEOUTS } from '../shared/aws-clients.ts';
import { requireEnv } from '../shared/environment.ts';

const WAITING_QUEUE_URL = requireEnv('WAITING_QUEUE_URL');

const sqs = new SQSClient({
  maxAttempts: 2,
  requestHandler: REQUEST_TIMEOUTS,
  // The queue's URL only names the queue, as for the other services: AWS_ENDPOINT_URL_SQS can redirect the requests.
  useQueueUrlAsEndpoint: false,
});

/** A generation in line. The message has what an attempt needs and the row does not keep. */
const waitingMessage = z.object({
  userId: z.string(),
  generationId: z.string(),
  waitingLine: z.string(),
  /** ISO 8601, UTC. */
  waitingSince: z.string(),
  /** Each attempt loads the image of the reference again. */
  reference: z.optional(referenceRequest),
  /** Of an edit, as base64. Its texts are in the row only: a dead letter outlives the account. */
  mask: z.optional(z.string()),
});
export type WaitingMessage = z.infer<typeof waitingMessage>;

/** @throws a zod error for a body that `sendToLine` did not send. */
export function parseMessage(body: string): WaitingMessage {
  return waitingMessage.parse(JSON.parse(body));
}

/** @param delaySeconds 0 to 900. @throws any SDK error; after a timeout the message may have been sent. */
export async function sendToLine(message: WaitingMessage, delaySeconds: number): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: WAITING_QUEUE_URL,
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }),
  );
}

/** Delivers a message again after so many whole seconds. */
export async function delayMessage(receiptHandle: string, seconds: number): Promise<void> {
  await sqs.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: WAITING_QUEUE_URL,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  );
}
