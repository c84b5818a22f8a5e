import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { REQUEST_LIMITS } from './clients.ts';

/** The one DynamoDB client of a function, kept between invocations. */
export const dynamodb = DynamoDBDocumentClient.from(
  new DynamoDBClient({ maxAttempts: 3, requestHandler: REQUEST_LIMITS }),
  { marshallOptions: { removeUndefinedValues: true } },
);
