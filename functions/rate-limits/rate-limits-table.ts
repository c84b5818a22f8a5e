import type { TransactItem } from '../shared/dynamodb-writes.ts';
import { requireEnv } from '../shared/environment.ts';

const RATE_LIMITS_TABLE = requireEnv('RATE_LIMITS_TABLE');

/** How long a counter stays after its window, in ms: longer than clocks differ. DynamoDB deletes it later (TTL). */
const RETENTION_MS = 3_600_000;

export interface Counter {
  /** The limit's name and whom it limits, e.g. `generations#user-1`. */
  subject: string;
  /** Start and end of the window, in ms since the epoch. */
  start: number;
  end: number;
}

/** The write that increments a counter; fails once the counter has reached `limit`. */
export function incrementWrite({ subject, start, end }: Counter, limit: number): TransactItem {
  return {
    Update: {
      TableName: RATE_LIMITS_TABLE,
      Key: { subject, window: new Date(start).toISOString() },
      UpdateExpression: 'SET expiresAt = :expiresAt ADD requests :one',
      ConditionExpression: 'attribute_not_exists(requests) OR requests < :limit',
      ExpressionAttributeValues: {
        ':one': 1,
        ':limit': limit,
        // DynamoDB's TTL is in seconds.
        ':expiresAt': (end + RETENTION_MS) / 1_000,
      },
    },
  };
}
