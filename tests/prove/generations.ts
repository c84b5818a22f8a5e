import type { UserState } from '../support/invariants.ts';
import type { Reply } from './api.ts';
import { z } from 'zod';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';

/** Compares all responses to one generation with its record and its ledger entries. @returns a sentence each. */
export function findReplyViolations(id: string, replies: readonly Reply[], state: UserState): string[] {
  const { thumbnails, ledger, isClosed } = state;
  const record = thumbnails.find(({ generationId }) => generationId === id);
  // The status that a deleted generation had before its deletion.
  const status = record?.endedAs ?? record?.status ?? 'missing';
  const cost = ledger
    .filter(({ entryId }) => entryId.endsWith(`#${id}`))
    .reduce((sum, { amount }) => sum - amount, 0);
  const isDelivered = replies.some((reply) => reply.status === 200);
  return [
    ...(isDelivered && !isClosed && status !== 'succeeded'
      ? [`generation ${id} was delivered, but its record is ${status}`]
      : []),
    ...(cost !== 0 && replies.every(isNotCharged)
      ? [`generation ${id} cost ${cost}, but every response says that nothing was charged`]
      : []),
  ];
}

function isNotCharged({ status, body }: Reply): boolean {
  // Another refusal, e.g. 409, is about its own request, and the generation of an earlier request may have cost credits.
  return body['charge'] === 'refunded' || (body['charge'] === 'none' && [402, 403, 429].includes(status));
}

const message = z.object({ userId: z.string(), generationId: z.string() });
const response = z.object({ batchItemFailures: z.array(z.unknown()) });

/** Lists the ids of the messages of a user in the waiting line, in the order in which they were sent. */
export function listMessages(cloud: EmbeddedCloud, userId: string): string[] {
  return findMessages(cloud, userId).map(({ id }) => id);
}

/** Makes the messages of a user visible, so that the queue delivers them now. */
export function endDelays(cloud: EmbeddedCloud, userId: string): void {
  const { queue } = findQueue(cloud);
  for (const { receiptHandle } of findMessages(cloud, userId)) queue.changeVisibility(receiptHandle, 0);
}

function findMessages(cloud: EmbeddedCloud, userId: string) {
  const { queue } = findQueue(cloud);
  return queue.list().filter(({ body }) => message.parse(JSON.parse(body)).userId === userId);
}

/**
 * Delivers a message, whether it is visible or not, as SQS may deliver it twice or late. A message that was processed is
 * not deleted, so that it can be delivered again.
 * @returns whether the function has processed it; false if it was returned, or if the function failed.
 */
export async function deliverMessage(cloud: EmbeddedCloud, messageId: string): Promise<boolean> {
  const { queue, arn } = findQueue(cloud);
  const found = queue.receive(messageId);
  if (found === undefined) throw new Error(`There is no message ${messageId}.`);
  const { body, receiptHandle } = found;
  const record = { messageId, receiptHandle, body, eventSource: 'aws:sqs', eventSourceARN: arn };
  try {
    const result = await cloud.invoke('GenerateWaiting', { Records: [record] });
    return response.parse(result).batchItemFailures.length === 0;
  } catch {
    return false;
  }
}

function findQueue(cloud: EmbeddedCloud) {
  const arn = cloud.resource('WaitingLineQueue').attributes?.['Arn'] ?? '';
  const queue = cloud.sqs.findQueue(arn.split(':').at(-1) ?? '');
  if (queue === undefined) throw new Error(`There is no queue ${arn}.`);
  return { queue, arn };
}
