import type { Endpoints } from '../../../local/embedded-cloud.ts';

/** What functions call. */
export const SERVICES = [
  'DYNAMODB',
  'S3',
  'BEDROCK_RUNTIME',
  'COGNITO_IDENTITY_PROVIDER',
  'SECRETS_MANAGER',
  'STRIPE',
  'SQS',
] as const satisfies (keyof Endpoints)[];
export type Service = (typeof SERVICES)[number];

/** An answer that a service gives instead of doing what it was asked. */
export interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Ways in which a service says no, none of which the caller is to blame for, but for `expired`: the caller's
 * credentials. `conflict` is DynamoDB's alone: another transaction has the item.
 */
export type RefusalKind = 'error' | 'unavailable' | 'throttled' | 'expired' | 'conflict';

/** The error of each kind as the service's own protocol spells it. */
export function refusalOf(service: Service, kind: RefusalKind): Refusal {
  const refusals = REFUSALS[service];
  // Only DynamoDB has transactions.
  return refusals[kind] ?? refusals.throttled;
}

type Refusals = Record<Exclude<RefusalKind, 'conflict'>, Refusal> & { conflict?: Refusal };

const awsJson = (status: number, type: string, more: object = {}): Refusal => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify({ __type: type, message: `${type}, said by the wire`, ...more }),
});
const xml = (status: number, code: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});
const bedrock = (status: number, type: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ message: `${type}, said by the wire` }),
});
const stripe = (status: number, type: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { type, message: `${type}, said by the wire` } }),
});

const named = (error: string, throttled: string): Refusals => ({
  error: awsJson(500, error),
  unavailable: awsJson(503, 'ServiceUnavailable'),
  throttled: awsJson(400, throttled),
  expired: awsJson(400, 'ExpiredTokenException'),
});

/** From the API reference of each service, "Errors". */
const REFUSALS: Record<Service, Refusals> = {
  DYNAMODB: {
    ...named(
      'com.amazonaws.dynamodb.v20120810#InternalServerError',
      'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    ),
    conflict: awsJson(400, 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException', {
      CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }],
    }),
  },
  S3: {
    error: xml(500, 'InternalError'),
    unavailable: xml(503, 'ServiceUnavailable'),
    throttled: xml(503, 'SlowDown'),
    expired: xml(400, 'ExpiredToken'),
  },
  BEDROCK_RUNTIME: {
    error: bedrock(500, 'InternalServerException'),
    unavailable: bedrock(503, 'ServiceUnavailableException'),
    throttled: bedrock(429, 'ThrottlingException'),
    expired: bedrock(403, 'ExpiredTokenException'),
  },
  COGNITO_IDENTITY_PROVIDER: named('InternalErrorException', 'TooManyRequestsException'),
  SECRETS_MANAGER: named('InternalServiceError', 'ThrottlingException'),
  STRIPE: {
    error: stripe(500, 'api_error'),
    unavailable: stripe(503, 'api_error'),
    throttled: stripe(429, 'rate_limit_error'),
    expired: stripe(401, 'invalid_request_error'),
  },
  SQS: named('com.amazonaws.sqs#InternalError', 'com.amazonaws.sqs#RequestThrottled'),
};
