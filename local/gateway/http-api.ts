import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { composeError, type ErrorBody, type ErrorCode, type ErrorData } from '../../contract/errors.ts';
import { readBody, TooLargeError } from '../http/body.ts';
import type { Functions } from '../lambda/functions.ts';
import { createProxyEvent } from './proxy-event.ts';
import { DeniedError, type LambdaAuthorizer } from './lambda-authorizer.ts';
import { NotAuthorizedError, type JwtAuthorizer } from './jwt-authorizer.ts';
import { matchRoute } from './match-route.ts';

/** API Gateway quotas: payload of an HTTP API. */
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

/** An API Gateway HTTP API: routes, JWT and Lambda authorizers, and Lambda proxy integrations (payload format 2.0). */
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
      else if (error instanceof TooLargeError) sendGatewayError(response, 'too_large', requestId);
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
    const event = createProxyEvent({
      apiId: this.id,
      request,
      url,
      body,
      requestId,
      route,
      pathParameters,
      authorizer,
    });
    const {
      statusCode,
      headers,
      body: answer,
    } = proxyResult.parse(await this.#functions.invoke(route.functionArn, event));
    response.writeHead(statusCode, { ...headers, 'apigw-requestid': requestId });
    response.end(answer);
  }
}

/** API Gateway's own errors. */
const GATEWAY_ERRORS = {
  unauthorized: { status: 401, message: 'Unauthorized', code: 'unauthorized' },
  forbidden: { status: 403, message: 'Forbidden', code: 'forbidden' },
  not_found: { status: 404, message: 'Not Found', code: 'not_found' },
  too_large: { status: 413, message: 'Request Entity Too Large', code: 'invalid_request' },
  internal: { status: 500, message: 'Internal Server Error', code: 'internal' },
} as const satisfies Record<string, { status: number; message: string; code: ErrorCode }>;

/**
 * An HTTP API answers `{message}` only, and the site reads the status. The fields of the contract are added here for
 * testers.
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
