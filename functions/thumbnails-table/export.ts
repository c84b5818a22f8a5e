import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../shared/aws-clients.ts';
import { parseThumbnail, type Thumbnail } from './rows.ts';
import { THUMBNAILS_TABLE } from './life-cycle.ts';

/**
 * Reads one page of a user's generations in any state, by id, without the deleted ones.
 * @param after the id that ended the previous page.
 */
export async function queryPage(
  userId: string,
  limit: number,
  after: string | undefined,
): Promise<{ thumbnails: Thumbnail[]; next: string | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: THUMBNAILS_TABLE,
      KeyConditionExpression: 'userId = :userId',
      ExpressionAttributeValues: { ':userId': userId },
      Limit: limit,
      ...(after !== undefined && { ExclusiveStartKey: { userId, generationId: after } }),
    }),
  );
  const next =
    LastEvaluatedKey && z.object({ generationId: z.string() }).parse(LastEvaluatedKey).generationId;
  const records = Items.map(parseThumbnail);
  return { thumbnails: records.filter((record) => record.status !== 'deleted'), next };
}
