import type {
  APIGatewayProxyEventV2WithJWTAuthorizer,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import { composeError } from '#contract/error-reasons.ts';
import type { ErrorBody, ErrorCode, ErrorData } from '#contract/errors.ts';

export const USER = '5d1f4c1a-6a44-4f4e-9a55-0c6d3a2b7e10';
export const REQUEST_ID = 'invocation-1';

/** The body of an error response. */
export function errorBody(code: ErrorCode, details: Partial<Omit<ErrorData, 'code'>> = {}): ErrorBody {
  const error: ErrorData = { code, charge: 'none', ...details };
  return { error: composeError(error), ...error, requestId: REQUEST_ID };
}

/** The body of a response with 400. */
export const invalidRequest = (problem: string, field?: string) =>
  errorBody('invalid_request', {
    params: { ...(field !== undefined && { field }), reason: 'invalidField', problem },
  });

/** The body of the response to an error that no operation expects. */
export const INTERNAL_ERROR_BODY = errorBody('internal');
export const UNEXPECTED_ERROR = { status: 500, body: INTERNAL_ERROR_BODY };

type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
type Handler = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

export interface Call {
  routeKey?: string;
  /**
   * The claims of the token; undefined for a route without its authorizer. The sign-in was now.
   * @default a verified user, `USER`
   */
  claims?: Record<string, string> | undefined;
  /** A string is sent unchanged, anything else as JSON. */
  /** The context that the authorizer of the public API adds for the key of the request, in place of a token. */
  key?: object;
  body?: unknown;
  isBase64Encoded?: boolean;
  /** Headers in addition to the content type. */
  headers?: Record<string, string>;
  /** API Gateway's id of the request. */
  requestId?: string;
  query?: Record<string, string>;
  path?: Record<string, string>;
  /** Remaining invocation time, in ms. @default 29000 */
  remainingMs?: number;
}

interface Answer {
  status: number | undefined;
  headers: Record<string, string | number | boolean> | undefined;
  body: Record<string, unknown>;
}

/** Calls an operation as API Gateway does, and parses the response. */
export async function call(
  handler: Handler,
  { remainingMs = 29_000, ...request }: Call = {},
): Promise<Answer> {
  const result = await handler(apiEvent(request), lambdaContext(remainingMs));
  const body = JSON.parse(result.body ?? '') as Record<string, unknown>;
  return { status: result.statusCode, headers: result.headers, body };
}

/** The context of an invocation with this remaining time. */
export function lambdaContext(remainingMs = 29_000): Context {
  // Without the callbacks of the first Node runtimes, which an async function does not receive.
  const context: Omit<Context, 'done' | 'fail' | 'succeed'> = {
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'function-under-test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-west-2:000000000000:function:function-under-test',
    memoryLimitInMB: '1024',
    awsRequestId: REQUEST_ID,
    logGroupName: 'logs',
    logStreamName: 'stream',
    getRemainingTimeInMillis: () => remainingMs,
  };
  return context as Context;
}

function apiEvent(request: Omit<Call, 'remainingMs'>): ApiEvent {
  const { routeKey = 'GET /api/credits', body, isBase64Encoded = false, headers, query, path } = request;
  const claims =
    'claims' in request
      ? request.claims
      : { sub: USER, email: 'creator@example.com', email_verified: 'true' };
  const [method = 'GET', rawPath = '/'] = routeKey.split(' ');
  const requestContext = {
    accountId: '000000000000',
    apiId: 'api',
    domainName: 'api.example.com',
    domainPrefix: 'api',
    http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    requestId: request.requestId ?? 'gateway-request',
    routeKey,
    stage: '$default',
    time: '21/Nov/2026:09:00:00 +0000',
    timeEpoch: 1_795_251_600_000,
  };
  const jwt = { claims: { auth_time: String(Math.floor(Date.now() / 1_000)), ...claims }, scopes: [] };
  const authorizer = { principalId: '', integrationLatency: 0, jwt };
  const caller = request.key === undefined ? authorizer : { lambda: request.key };
  const event = {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', ...headers },
    requestContext: { ...requestContext, authorizer: caller },
    isBase64Encoded,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(query === undefined ? {} : { queryStringParameters: query }),
    ...(path === undefined ? {} : { pathParameters: path }),
  } as ApiEvent;
  // The type cannot express the event of a route without an authorizer, which the operation must refuse.
  return claims === undefined ? ({ ...event, requestContext } as unknown as ApiEvent) : event;
}
