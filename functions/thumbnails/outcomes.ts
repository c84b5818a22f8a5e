import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';

const THUMBNAILS_TABLE = environment('THUMBNAILS_TABLE');

const outcome = z.object({
  generationId: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** What was taken for it, in credits. */
  cost: z.int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Of a pending one: since when. */
  startedAt: z.optional(z.string()),
  /** Of a failed one: the code that it failed with. */
  failure: z.optional(z.string()),
});

/** How a generation went, and nothing of what was asked for. */
export type Outcome = z.infer<typeof outcome>;

/** The outcomes of all of a user's generations. @throws a zod error when a record cannot be read. */
export async function readOutcomes(userId: string): Promise<Outcome[]> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: THUMBNAILS_TABLE,
      KeyConditionExpression: 'userId = :userId',
      ProjectionExpression: 'generationId, #status, cost, createdAt, startedAt, failure',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':userId': userId },
      ConsistentRead: true,
    },
  );
  const outcomes: Outcome[] = [];
  for await (const { Items = [] } of pages) outcomes.push(...Items.map((item) => outcome.parse(item)));
  return outcomes;
}
