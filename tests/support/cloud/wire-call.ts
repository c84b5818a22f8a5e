import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import type { Endpoints } from '../../../local/embedded-cloud.ts';

/** One request on its way from a function to a service. */
export interface WireCall {
  service: Service;
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Incoming = IncomingMessage | Http2ServerRequest;

/** The answer of a service, or of the fault proxy in its place. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
}

export async function readCall(service: Service, incoming: Incoming): Promise<WireCall> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  return { service, method, path, headers, body: await buffer(incoming) };
}

/** True if a client of the AWS SDK sends a call again. */
export const isRepeated = ({ headers }: WireCall) =>
  /attempt=(?!1;)/.test(String(headers['amz-sdk-request']));

/** The name of a preview's upload, which differs from the upload of its image. */
export const PUT_PREVIEW = 'PutObject preview';

/** Names the operation of a call, e.g. `TransactWriteItems` or `PutObject`. */
export function nameOperation({ service, method, path, headers }: WireCall): string {
  switch (service) {
    case 'DYNAMODB':
    case 'COGNITO_IDENTITY_PROVIDER':
    case 'SECRETS_MANAGER':
    case 'SQS':
      return String(headers['x-amz-target']).split('.').at(-1) ?? '';
    case 'BEDROCK_RUNTIME':
      return 'InvokeModel';
    case 'S3':
      return s3Operation(method, path);
    case 'STRIPE':
      // Without what names one object: `GET checkout/sessions/…`.
      return `${method} ${path
        .replace(/^\/v1\//, '')
        .replace(/\?.*/, '')
        .replace(/[a-z]+_\w+$/, '…')}`;
  }
}

function s3Operation(method: string, path: string): string {
  if (path.includes('list-type=2')) return 'ListObjectsV2';
  if (path.includes('versions=')) return 'ListObjectVersions';
  if (method === 'POST') return 'DeleteObjects';
  if (method === 'PUT' && path.includes('.webp')) return PUT_PREVIEW;
  return { PUT: 'PutObject', DELETE: 'DeleteObject' }[method] ?? 'GetObject';
}

/** True if a call contains the mark, e.g. an id, in its path or its body. */
export function names({ service, path, body }: WireCall, mark: string): boolean {
  const isNamed = path.includes(mark) || body.includes(mark);
  return isNamed || (service === 'BEDROCK_RUNTIME' && decodeImage(body).includes(mark));
}

/** The image in a request to a model, whose comment names the user. */
function decodeImage(body: Buffer): Buffer {
  const { image = '' } = JSON.parse(body.toString()) as { image?: string };
  return Buffer.from(image, 'base64');
}

/** The headers to go on with: HTTP/2's own end here. */
function onwardHeaders({ headers }: WireCall): IncomingHttpHeaders {
  const { ':authority': host, ...others } = headers;
  const plain = Object.entries(others).filter(([name]) => !name.startsWith(':'));
  return { ...(typeof host === 'string' && { host }), ...Object.fromEntries(plain) };
}

/** Sends a call on. The host header stays as the caller signed it. */
export async function forward(target: URL, call: WireCall): Promise<Answer> {
  const { method, path, body } = call;
  const headers = withoutConnection(onwardHeaders(call));
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: target.hostname, port: target.port, method, path, headers }, resolve)
      .once('error', reject)
      .end(body);
  });
  const { statusCode: status = 502, headers: said } = reply;
  return { status, headers: withoutConnection(said), body: await buffer(reply) };
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Removes the headers that belong to one connection. HTTP/2 refuses these headers. */
function withoutConnection(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

/** The services that functions call. */
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
interface Refusal {
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
export function createRefusal(service: Service, kind: RefusalKind): Refusal {
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

/** The errors of each service (API reference of the service, "Errors"). */
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
