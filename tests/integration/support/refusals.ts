import type { Endpoints } from '../../../local/embedded-cloud.ts';

/** What functions call. */
export const SERVICES = [
  'DYNAMODB',
  'S3',
  'BEDROCK_RUNTIME',
  'COGNITO_IDENTITY_PROVIDER',
  'SECRETS_MANAGER',
  'STRIPE',
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

type Form = (kind: RefusalKind) => Refusal;

/** The error of each kind as the service's own protocol spells it. */
export function refusalOf(service: Service, kind: RefusalKind): Refusal {
  return FORMS[service](kind);
}

const awsJson = (status: number, type: string, more: object = {}): Refusal => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: JSON.stringify({ __type: type, message: `${type}, said by the wire`, ...more }),
});

const EXPIRED = awsJson(400, 'ExpiredTokenException');
const UNAVAILABLE = awsJson(503, 'ServiceUnavailable');

/** Amazon DynamoDB developer guide, "Error handling with DynamoDB". */
const dynamodb: Form = (kind) => {
  switch (kind) {
    case 'error':
      return awsJson(500, 'com.amazonaws.dynamodb.v20120810#InternalServerError');
    case 'unavailable':
      return UNAVAILABLE;
    case 'throttled':
      return awsJson(400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException');
    case 'expired':
      return EXPIRED;
    case 'conflict':
      return awsJson(400, 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException', {
        CancellationReasons: [
          { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
        ],
      });
  }
};

const xml = (status: number, code: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});

/** Amazon S3 API reference, "Error responses". */
const s3: Form = (kind) => {
  switch (kind) {
    case 'error':
      return xml(500, 'InternalError');
    case 'unavailable':
      return xml(503, 'ServiceUnavailable');
    case 'throttled':
    case 'conflict':
      return xml(503, 'SlowDown');
    case 'expired':
      return xml(400, 'ExpiredToken');
  }
};

const bedrockError = (status: number, type: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ message: `${type}, said by the wire` }),
});

/** Amazon Bedrock API reference, InvokeModel, "Errors". */
const bedrock: Form = (kind) => {
  switch (kind) {
    case 'error':
      return bedrockError(500, 'InternalServerException');
    case 'unavailable':
      return bedrockError(503, 'ServiceUnavailableException');
    case 'throttled':
    case 'conflict':
      return bedrockError(429, 'ThrottlingException');
    case 'expired':
      return bedrockError(403, 'ExpiredTokenException');
  }
};

const named =
  (error: string, throttled: string): Form =>
  (kind) => {
    switch (kind) {
      case 'error':
        return awsJson(500, error);
      case 'unavailable':
        return UNAVAILABLE;
      case 'throttled':
      case 'conflict':
        return awsJson(400, throttled);
      case 'expired':
        return EXPIRED;
    }
  };

const stripeError = (status: number, type: string): Refusal => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { type, message: `${type}, said by the wire` } }),
});

/** Stripe API reference, "Errors" and "Rate limits". */
const stripe: Form = (kind) => {
  switch (kind) {
    case 'error':
      return stripeError(500, 'api_error');
    case 'unavailable':
      return stripeError(503, 'api_error');
    case 'throttled':
    case 'conflict':
      return stripeError(429, 'rate_limit_error');
    case 'expired':
      return stripeError(401, 'invalid_request_error');
  }
};

const FORMS: Record<Service, Form> = {
  DYNAMODB: dynamodb,
  S3: s3,
  BEDROCK_RUNTIME: bedrock,
  COGNITO_IDENTITY_PROVIDER: named('InternalErrorException', 'TooManyRequestsException'),
  SECRETS_MANAGER: named('InternalServiceError', 'ThrottlingException'),
  STRIPE: stripe,
};
