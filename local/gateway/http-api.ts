import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { composeError } from '#contract/error-reasons.ts';
import type { ErrorBody, ErrorCode, ErrorData } from '#contract/errors.ts';
import { readBody, TooLargeError } from '../http/requests.ts';
import { RequestTooLargeError, type Functions } from '../lambda/functions.ts';
import { DeniedError, type LambdaAuthorizer, NotAuthorizedError, type JwtAuthorizer } from './authorizers.ts';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { LOCAL_ACCOUNT } from '../credentials.ts';

/** The largest payload of an HTTP API (API Gateway quotas). */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

export interface Route {
  routeKey: string;
  functionArn: string;
  authorizer: JwtAuthorizer | LambdaAuthorizer | undefined;
}

/** The result of a function, in payload format 2.0. */
const proxyResult = z.strictObject({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
});

/** Emulates an API Gateway HTTP API: routes, JWT and Lambda authorizers, and Lambda proxy integrations (payload format 2.0). */
export class HttpApi {
  readonly id: string;
  readonly routes: Route[] = [];
  readonly #functions: Pick<Functions, 'invoke'>;

  constructor(id: string, functions: Pick<Functions, 'invoke'>) {
    this.id = id;
    this.#functions = functions;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    try {
      await this.#proxy(request, response, requestId);
    } catch (error) {
      if (error instanceof NotAuthorizedError) sendGatewayError(response, 'unauthorized', requestId);
      else if (error instanceof DeniedError) sendGatewayError(response, 'forbidden', requestId);
      else if (isTooLarge(error)) sendGatewayError(response, 'too_large', requestId);
      else sendGatewayError(response, 'internal', requestId);
    }
  }

  async #proxy(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const match = matchRoute(this.routes, request.method ?? 'GET', url.pathname);
    if (match === undefined) {
      sendGatewayError(response, 'not_found', requestId);
      return;
    }
    const { route, pathParameters } = match;
    const authorizer = await route.authorizer?.authorize(request.headers.authorization);
    const body = await readBody(request, MAX_BODY_BYTES);
    const context = {
      apiId: this.id,
      requestId,
      routeKey: route.routeKey,
      ...(authorizer && { authorizer }),
    };
    const event = createProxyEvent(request, { url, body, pathParameters, context });
    const result = proxyResult.parse(await this.#functions.invoke(route.functionArn, event));
    response.writeHead(result.statusCode, { ...result.headers, 'apigw-requestid': requestId });
    response.end(result.body);
  }
}

/** Returns true if the request exceeds the limit of API Gateway, or the lower limit of Lambda. */
const isTooLarge = (error: unknown) =>
  error instanceof TooLargeError || error instanceof RequestTooLargeError;

/** The errors that API Gateway itself returns. */
const GATEWAY_ERRORS = {
  unauthorized: { status: 401, message: 'Unauthorized', code: 'unauthorized' },
  forbidden: { status: 403, message: 'Forbidden', code: 'forbidden' },
  not_found: { status: 404, message: 'Not Found', code: 'not_found' },
  too_large: { status: 413, message: 'Request Entity Too Large', code: 'invalid_request' },
  internal: { status: 500, message: 'Internal Server Error', code: 'internal' },
} as const satisfies Record<string, { status: number; message: string; code: ErrorCode }>;

/**
 * Sends an error of API Gateway. A real HTTP API answers only `{message}`, and the site reads only the status. The emulator adds the fields
 * of the contract for testers.
 */
function sendGatewayError(
  response: ServerResponse,
  name: keyof typeof GATEWAY_ERRORS,
  requestId: string,
): void {
  const { status, message, code } = GATEWAY_ERRORS[name];
  const error: ErrorData = { code, charge: 'none' };
  const body: ErrorBody & { message: string } = { message, error: composeError(error), ...error, requestId };
  response.statusCode = status;
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}
interface RouteKeyed {
  /** The key of the route, for example `GET /api/thumbnails/{id}`. */
  routeKey: string;
}

/** Selects a route as API Gateway does: the route with the fewest parameters ("Routing API requests" of its developer guide). */
export function matchRoute<Route extends RouteKeyed>(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; pathParameters: Record<string, string> } | undefined {
  const given = `${method} ${path}`.split('/');
  const matches = routes.flatMap((route) => {
    const pathParameters = matchSegments(route.routeKey.split('/'), given);
    return pathParameters === undefined ? [] : [{ route, pathParameters }];
  });
  const count = ({ pathParameters }: (typeof matches)[number]) => Object.keys(pathParameters).length;
  return matches.toSorted((one, other) => count(one) - count(other))[0];
}

/** @returns the parameters, or undefined if the segments differ. */
function matchSegments(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) parameters[name] = decode(value);
  }
  return parameters;
}

/** Decodes a segment. A malformed escape stays unchanged, and the function rejects it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface ProxyEventOptions {
  url: URL;
  body: Buffer;
  pathParameters: Record<string, string>;
  /** The fields of the request context that do not come from the request. */
  context: {
    apiId: string;
    requestId: string;
    routeKey: string;
    /** The authorizer's statement about the caller. Absent if the route has no authorizer. */
    authorizer?: object;
  };
}

type ProxyEvent = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, 'requestContext'> & {
  requestContext: Omit<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'], 'authorizer'> & {
    authorizer?: object;
  };
};

/** Matches the content types whose bodies are passed as text. All other bodies are passed as base64. */
const TEXT = /^(text\/|application\/(json|xml|javascript|x-www-form-urlencoded))/;

/** Creates an event in payload format 2.0 (API Gateway developer guide, "Create AWS Lambda proxy integrations for HTTP APIs"). */
function createProxyEvent(
  request: IncomingMessage,
  { url, body, pathParameters, context }: ProxyEventOptions,
): ProxyEvent {
  const isText = TEXT.test(request.headers['content-type'] ?? 'text/plain');
  const joinValues = ([name, value]: [string, string | string[] | undefined]) =>
    [name, Array.isArray(value) ? value.join(',') : value] as const;
  const query = [...new Set(url.searchParams.keys())].map((name) =>
    joinValues([name, url.searchParams.getAll(name)]),
  );
  const now = new Date();
  return {
    version: '2.0',
    routeKey: context.routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: Object.fromEntries(Object.entries(request.headers).map(joinValues)),
    ...(query.length > 0 && { queryStringParameters: Object.fromEntries(query) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      ...context,
      domainName: url.host,
      domainPrefix: context.apiId,
      http: {
        method: request.method ?? 'GET',
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? '',
      },
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}
