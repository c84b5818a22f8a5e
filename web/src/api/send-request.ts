import { EARLY_CLAUSES } from '#contract/error-parts.ts';
import type { EndpointName } from '#contract/endpoints/endpoints.ts';
import { ROUTES } from '#contract/endpoints/routes.ts';
import { expireSession } from '../session/expire-session.ts';
import { loadCognito } from '../session/load-cognito.ts';
import { readUserId, sessionStore } from '../session/session-store.ts';
import { ApiError, ConnectionError, isUnauthorized, UserFacingError } from './errors.ts';
import { loadErrorReader } from './load-error-reader.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Completes the request even if the page is left. The browser limits the bodies of such requests to 64 kB. */
  keepalive?: boolean;
  /** The user whose session it must be. @default the user who is signed in at the call, if the session is known */
  userId?: string | undefined;
  /** The ID token of another sign-in of the same user. @default the session's */
  token?: string | undefined;
}

interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

// A failure of the API needs it, and a failed load is reported then.
loadErrorReader().catch(() => undefined);

/** Sends a request as the signed-in user and returns its parsed response. @throws the errors of `request` */
export async function sendRequest(
  name: EndpointName,
  parts: RequestParts,
  options: CallOptions,
): Promise<unknown> {
  const session = sessionStore.get();
  try {
    return await send(name, parts, options);
  } catch (error) {
    if (isUnauthorized(error)) void expireSession(error.message, session);
    throw error;
  }
}

async function send(
  name: EndpointName,
  { params, query, body }: RequestParts,
  {
    signal,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    keepalive = false,
    userId = readUserId(),
    token: givenToken,
  }: CallOptions,
): Promise<unknown> {
  const token = givenToken ?? (await readToken(userId));
  const { method, path } = ROUTES[name];
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(fillPath(path, params) + queryString(query), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      keepalive,
    });
    if (!response.ok) {
      const retryAfterSeconds = Number(response.headers.get('retry-after'));
      const [{ parseError }, text] = await Promise.all([loadErrorReader(), response.text()]);
      throw parseError(response.status, text, retryAfterSeconds, userId);
    }
    return await response.json();
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof UserFacingError ? error : new ConnectionError({ cause: error });
  }
}

async function readToken(userId?: string): Promise<string> {
  let token: string | undefined;
  try {
    const { readIdToken } = await loadCognito();
    token = await readIdToken(userId);
  } catch (error) {
    throw new ConnectionError({ cause: error });
  }
  if (token === undefined) throw new ApiError('unauthorized', { clause: EARLY_CLAUSES.unauthorized });
  return token;
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryString(query: Record<string, string | undefined> = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
