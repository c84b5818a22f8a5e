import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../shared/aws-clients.ts';
import { deleted, failed, pending, succeeded, waiting } from './rows.ts';
import { THUMBNAILS_TABLE } from './life-cycle.ts';

/** The attributes that an audit needs. They do not include the prompt. */
const OUTCOME = { generationId: true, status: true, cost: true, createdAt: true } as const;
const outcome = z.discriminatedUnion('status', [
  z.pick(pending, { ...OUTCOME, startedAt: true }),
  z.pick(waiting, { ...OUTCOME, waitingSince: true }),
  z.pick(succeeded, OUTCOME),
  z.pick(failed, { ...OUTCOME, failure: true }),
  z.pick(deleted, { ...OUTCOME, endedAs: true, startedAt: true }),
]);

export type ThumbnailOutcome = z.infer<typeof outcome>;

/** Lists the outcomes of all generations of a user. @throws a zod error when an item does not match the schema. */
export async function listOutcomes(userId: string): Promise<ThumbnailOutcome[]> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: THUMBNAILS_TABLE,
      KeyConditionExpression: 'userId = :userId',
      ProjectionExpression:
        'generationId, #status, cost, createdAt, startedAt, waitingSince, failure, endedAs',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':userId': userId },
      ConsistentRead: true,
    },
  );
  const outcomes: ThumbnailOutcome[] = [];
  for await (const { Items = [] } of pages) outcomes.push(...Items.map((item) => outcome.parse(item)));
  return outcomes;
}
