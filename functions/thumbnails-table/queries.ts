import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../shared/aws-clients.ts';
import { CUTOUT_PREFIX, UNFINISHED_PREFIX } from './listed-at.ts';
import {
  parseThumbnail,
  type SucceededThumbnail,
  type ThumbnailRecord,
  type UnfinishedThumbnail,
} from './rows.ts';
import { THUMBNAILS_TABLE } from './life-cycle.ts';

/** Sparse index of thumbnails that succeeded or are unfinished, and of cut-outs: user and `listedAt`. */
const LISTED_INDEX = 'listed';

/** Where a page of the list ended. It does not contain the user, so a cursor never opens another user's list. */
export const listPosition = z.object({ generationId: z.uuid(), listedAt: z.iso.datetime() });
export type ListPosition = z.infer<typeof listPosition>;

/** Reads one page of a user's succeeded thumbnails, newest first by creation time. */
export async function queryListed(
  userId: string,
  limit: number,
  after: ListPosition | undefined,
): Promise<{ thumbnails: SucceededThumbnail[]; next: ListPosition | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: THUMBNAILS_TABLE,
      IndexName: LISTED_INDEX,
      KeyConditionExpression: 'userId = :userId AND listedAt < :cutouts',
      ExpressionAttributeValues: { ':userId': userId, ':cutouts': CUTOUT_PREFIX },
      ScanIndexForward: false,
      Limit: limit,
      ...(after !== undefined && { ExclusiveStartKey: { userId, ...after } }),
    }),
  );
  return {
    thumbnails: Items.map(parseThumbnail).filter((item) => item.status === 'succeeded'),
    next: LastEvaluatedKey && listPosition.parse(LastEvaluatedKey),
  };
}

/** Reads the newest cut-outs of a user, newest first. */
export async function queryCutouts(userId: string, limit: number): Promise<SucceededThumbnail[]> {
  const records = await queryNewest(userId, CUTOUT_PREFIX, limit);
  return records.filter((item) => item.status === 'succeeded');
}

/** Reads the newest thumbnails of a user that wait or run, newest first. The index follows the records within a second. */
export async function queryUnfinished(userId: string, limit: number): Promise<UnfinishedThumbnail[]> {
  const records = await queryNewest(userId, UNFINISHED_PREFIX, limit);
  return records.filter((item) => item.status === 'pending' || item.status === 'waiting');
}

async function queryNewest(userId: string, prefix: string, limit: number): Promise<ThumbnailRecord[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: THUMBNAILS_TABLE,
      IndexName: LISTED_INDEX,
      KeyConditionExpression: 'userId = :userId AND begins_with(listedAt, :prefix)',
      ExpressionAttributeValues: { ':userId': userId, ':prefix': prefix },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map(parseThumbnail);
}
