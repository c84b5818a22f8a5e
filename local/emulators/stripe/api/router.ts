import { Hono } from 'hono';
import qs from 'qs';
import type { EmulatorState } from '../emulator-state.ts';
import { newId } from '../objects.ts';
import { expireDueSessions } from '../payments.ts';
import { StripeApiError } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** The lifetime of an idempotency key, in ms. Stripe forgets a key after a day (Stripe API reference, "Idempotent requests"). */
const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

interface ApiResponse {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Creates the routes for all paths under `/v1`. */
export function createApi(state: EmulatorState, apiKey: string): Hono {
  const api = new Hono();
  api.use('/v1/*', async (context, next) => {
    authenticate(context.req.header('authorization'), apiKey);
    await next();
    context.header('request-id', newId('req'));
  });
  for (const { method, path, run } of OPERATIONS) {
    api.on(method, path, async ({ req }) => {
      const form = method === 'POST' ? await req.text() : new URL(req.url).search.slice(1);
      const key = method === 'POST' ? req.header('idempotency-key') : undefined;
      const respond = (): ApiResponse => {
        expireDueSessions(state);
        try {
          const params = qs.parse(form, { arrayLimit: 100, depth: 10 });
          return { status: 200, body: JSON.stringify(run(state, params, req.param('id') ?? ''), null, 2) };
        } catch (error) {
          return errorResponse(error);
        }
      };
      // The code after this line is synchronous, so that concurrent requests with the same key run only once.
      const response =
        key === undefined ? respond() : respondOnce(state, key, `${req.path} ${form}`, respond);
      state.commit();
      return sendResponse(response);
    });
  }
  api.all('/v1/*', ({ req }) => {
    const message = `The Stripe stand-in does not implement ${req.method} ${req.path}.`;
    throw new StripeApiError(501, { type: 'api_error', message });
  });
  // The header prevents a retry, because a retry would get the same error.
  api.onError((error) =>
    sendResponse({ ...errorResponse(error), headers: { 'stripe-should-retry': 'false' } }),
  );
  return api;
}

/**
 * Runs an operation once for an idempotency key, and stores its response, even if the response is an error.
 * @throws StripeApiError if the key belongs to another request.
 */
function respondOnce(
  { data, now }: EmulatorState,
  key: string,
  request: string,
  respond: () => ApiResponse,
): ApiResponse {
  const { idempotentResponses } = data;
  const oldest = now() - IDEMPOTENCY_KEY_LIFETIME_MS;
  // The oldest responses come first.
  for (const [other, { at }] of idempotentResponses) {
    if (at >= oldest) break;
    idempotentResponses.delete(other);
  }
  const stored = idempotentResponses.get(key);
  if (stored === undefined) {
    const response = respond();
    idempotentResponses.set(key, { ...response, request, at: now() });
    return response;
  }
  if (stored.request !== request) {
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    throw new StripeApiError(400, { type: 'idempotency_error', message });
  }
  return { ...stored, headers: { 'idempotent-replayed': 'true' } };
}

function errorResponse(error: unknown): ApiResponse {
  const message = `The Stripe stand-in failed: ${String(error)}`;
  const { status, details } =
    error instanceof StripeApiError ? error : new StripeApiError(500, { type: 'api_error', message });
  return { status, body: JSON.stringify({ error: details }, null, 2) };
}

function sendResponse({ status, body, headers }: ApiResponse): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** @throws StripeApiError 401 for a missing or wrong key. */
function authenticate(authorization = '', apiKey: string): void {
  const [, key] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  if (key === apiKey) return;
  const message =
    key === undefined
      ? 'You did not provide an API key in the Authorization header, using Bearer auth.'
      : `Invalid API Key provided: ${'*'.repeat(8)}${key.slice(-4)}`;
  throw new StripeApiError(401, { type: 'invalid_request_error', message });
}
