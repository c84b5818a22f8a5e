import { ChangeMessageVisibilityCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { handler } from '../../../../functions/generate-waiting.ts';
import { lambdaContext } from '../../support/event.ts';
import { sqs } from './services.ts';

const MESSAGE_ID = 'message-1';
const RETURNED: SQSBatchResponse = { batchItemFailures: [{ itemIdentifier: MESSAGE_ID }] };

export function prepareQueue(): void {
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({});
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
}

/** The bodies of the messages that were sent. */
export function sentMessages(): string[] {
  return sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input.MessageBody ?? '');
}

/** The delays, in seconds, with which messages were returned. */
export function returnDelays(): number[] {
  return sqs
    .commandCalls(ChangeMessageVisibilityCommand)
    .map(({ args: [{ input }] }) => input.VisibilityTimeout ?? 0);
}

/** Delivers a message to generate-waiting. @returns whether the message is deleted. @throws what the function throws. */
export async function deliver(body = sentMessages()[0] ?? ''): Promise<boolean> {
  const record = { messageId: MESSAGE_ID, receiptHandle: 'receipt-1', body };
  const response = await handler({ Records: [record] } as unknown as SQSEvent, lambdaContext());
  if (response.batchItemFailures.length === 0) return true;
  if (JSON.stringify(response) === JSON.stringify(RETURNED)) return false;
  throw new Error(`The function reports a message that it did not get: ${JSON.stringify(response)}.`);
}
