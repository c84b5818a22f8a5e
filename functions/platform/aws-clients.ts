import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { reportLostAttempts } from './lost-attempts.ts';

/**
 * The timeouts of one HTTP request to AWS, in milliseconds. A generation has 29 s and reserves the last 4 s for storing and refunding, so a
 * single data call must not use up this reserve.
 */
export const REQUEST_TIMEOUTS = {
  connectionTimeout: 1_000,
  requestTimeout: 2_000,
  // Without this option, the SDK only logs a warning after requestTimeout.
  throwOnRequestTimeout: true,
} as const;

const client = new DynamoDBClient({ maxAttempts: 3, requestHandler: REQUEST_TIMEOUTS });
reportLostAttempts(client);

/** The DynamoDB client of the function, reused across invocations. */
export const dynamodb = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});
