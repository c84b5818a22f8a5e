import { vi } from 'vitest';
import { API_ERRORS, composeError, type ErrorCode, type ErrorData } from '../../../contract/errors.ts';

export interface FakeCall {
  method: string;
  url: string;
  authorization: string | null;
  contentType: string | null;
  body: unknown;
  signal: AbortSignal | null | undefined;
  keepalive: boolean | undefined;
}

type Reply = Response | Error;

/** Replaces the network: responds to each call with `reply`, and records it. */
export function fakeFetch(reply: (call: FakeCall) => Reply | Promise<Reply>): FakeCall[] {
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    const call = {
      method: init.method ?? 'GET',
      url,
      authorization: headers.get('authorization'),
      contentType: headers.get('content-type'),
      body,
      signal: init.signal,
      keepalive: init.keepalive,
    };
    calls.push(call);
    const response = await reply(call);
    if (response instanceof Error) throw response;
    return response;
  });
  return calls;
}

export const json = (value: unknown, status = 200) => Response.json(value, { status });

export function refusal(code: ErrorCode, details: Partial<Omit<ErrorData, 'code'>> = {}): Response {
  const error: ErrorData = { code, charge: 'none', ...details };
  return json({ error: composeError(error), ...error, requestId: 'request-1' }, API_ERRORS[code].status);
}

/** The error of a browser's fetch when the connection is lost. */
export const lostConnection = () => new TypeError('Failed to fetch');

/** A response that the test gives later. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
