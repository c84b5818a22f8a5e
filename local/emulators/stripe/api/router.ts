import { Hono } from 'hono';
import qs from 'qs';
import type { EmulatorState } from '../emulator-state.ts';
import { newId } from '../objects.ts';
import { expireDueSessions } from '../payments.ts';
import { StripeApiError } from './errors.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** Stripe forgets an idempotency key after a day (Stripe API reference, "Idempotent requests"). */
const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

interface ApiRequest {
  method: string;
  path: string;
  /** The body of a POST, the query of other methods. */
  form: string;
}

interface ApiResponse {
  status: number;
  body: string;
}

/** Routes for everything under `/v1`. */
export function createApi(state: EmulatorState, apiKey: string): Hono {
  const api = new Hono();
  api.use('/v1/*', async (context, next) => {
    authenticate(context.req.header('authorization'), apiKey);
    await next();
    context.header('request-id', newId('req'));
  });
  for (const operation of OPERATIONS) {
    api.on(operation.method, operation.path, async ({ req }) => {
      const { method, path } = req;
      const form = method === 'POST' ? await req.text() : new URL(req.url).search.slice(1);
      const request = { method, path, form };
      const key = method === 'POST' ? req.header('idempotency-key') : undefined;
      // From here on the code is synchronous, so that concurrent requests with the same key run once.
      const previous = key === undefined ? undefined : findResponse(state, key, request);
      const response = previous ?? runOperation(state, operation, request, req.param('id') ?? '', key);
      return sendResponse(response, previous !== undefined && { 'idempotent-replayed': 'true' });
    });
  }
  api.all('/v1/*', ({ req }) => {
    const message = `The Stripe stand-in does not implement ${req.method} ${req.path}.`;
    throw new StripeApiError(501, { type: 'api_error', message });
  });
  // A retry of the client would get the same error.
  api.onError((error) => sendResponse(errorResponse(error), { 'stripe-should-retry': 'false' }));
  return api;
}

function sendResponse({ status, body }: ApiResponse, headers: Record<string, string> | false): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** Stripe stores the response for the idempotency key only if the parameters were valid. */
function runOperation(
  state: EmulatorState,
  operation: Operation,
  request: ApiRequest,
  id: string,
  idempotencyKey: string | undefined,
): ApiResponse {
  const run = operation.prepare(qs.parse(request.form, { arrayLimit: 100, depth: 10 }));
  expireDueSessions(state);
  let response: ApiResponse;
  try {
    response = { status: 200, body: JSON.stringify(run(state, id), null, 2) };
  } catch (error) {
    response = errorResponse(error);
  }
  if (idempotencyKey !== undefined) {
    const stored = { ...response, request: JSON.stringify(request), at: state.now() };
    state.data.idempotentResponses.set(idempotencyKey, stored);
  }
  state.commit();
  return response;
}

/**
 * @returns the first response for an idempotency key.
 * @throws StripeApiError when the key belongs to another request.
 */
function findResponse(state: EmulatorState, key: string, request: ApiRequest): ApiResponse | undefined {
  const { idempotentResponses } = state.data;
  const oldest = state.now() - IDEMPOTENCY_KEY_LIFETIME_MS;
  for (const [storedKey, { at }] of idempotentResponses)
    if (at < oldest) idempotentResponses.delete(storedKey);
  const stored = idempotentResponses.get(key);
  if (stored === undefined || stored.request === JSON.stringify(request)) return stored;
  throw new StripeApiError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function errorResponse(error: unknown): ApiResponse {
  if (error instanceof StripeApiError) {
    return { status: error.status, body: JSON.stringify({ error: error.details }, null, 2) };
  }
  const message = `The Stripe stand-in failed: ${error instanceof Error ? error.message : String(error)}`;
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message } }) };
}

/** @throws StripeApiError 401 for a missing or wrong key. */
function authenticate(authorization = '', apiKey: string): void {
  const [, sent] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (sent === apiKey) return;
  const message =
    sent === undefined
      ? "You did not provide an API key. Provide it in the Authorization header (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${maskKey(sent)}`;
  throw new StripeApiError(401, { type: 'invalid_request_error', message });
}

/** `sk_test_********wxyz`, as Stripe shows an unknown key. */
function maskKey(key: string): string {
  const [, prefix = '', rest = ''] = /^((?:[a-z]+_)*)(.*)$/s.exec(key) ?? [];
  return prefix + '*'.repeat(Math.max(0, rest.length - 4)) + rest.slice(-4);
}
