import { z } from 'zod';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';

const message = z.object({ userId: z.string(), generationId: z.string() });
const response = z.object({ batchItemFailures: z.array(z.unknown()) });

/** Lists the ids of the messages of a user in the waiting line, in the order in which they were sent. */
export function listMessages(cloud: EmbeddedCloud, userId: string): string[] {
  const { queue } = findQueue(cloud);
  return queue
    .list()
    .filter(({ body }) => message.parse(JSON.parse(body)).userId === userId)
    .map(({ id }) => id);
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
