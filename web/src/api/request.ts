import type { RouteKey } from '../../../contract/routes.ts';
import { expireSession } from '../session/expire-session.ts';
import { loadCognito } from '../session/load-cognito.ts';
import { ApiError, ConnectionError, errorFrom, isUnauthorized } from './errors.ts';

interface RequestOptions {
  /** Values for the `{name}` parts of the route's path. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

/**
 * Calls the API as the signed-in user and gives back the parsed answer. Throws an ApiError when the API refuses, a
 * ConnectionError when it cannot be known what became of the request, and the signal's reason when that aborts.
 */
export async function request(route: RouteKey, options: RequestOptions = {}): Promise<unknown> {
  try {
    return await send(route, options);
  } catch (error) {
    if (isUnauthorized(error)) void expireSession(error.message);
    throw error;
  }
}

async function send(route: RouteKey, options: RequestOptions): Promise<unknown> {
  const { body, signal, timeoutMs = TIMEOUT_MS } = options;
  const token = await idToken();
  const { method, url } = address(route, options);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!response.ok) throw errorFrom(response.status, await response.text());
    return await response.json();
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ApiError ? error : new ConnectionError({ cause: error });
  }
}

async function idToken(): Promise<string> {
  let token: string | undefined;
  try {
    const { readIdToken } = await loadCognito();
    token = await readIdToken();
  } catch (error) {
    throw new ConnectionError({ cause: error });
  }
  if (token === undefined) throw new ApiError('unauthorized');
  return token;
}

function address(route: RouteKey, { params = {}, query }: RequestOptions) {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''));
  return { method, url: query ? `${filled}?${new URLSearchParams(query).toString()}` : filled };
}
