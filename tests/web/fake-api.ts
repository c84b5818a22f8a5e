import { vi } from 'vitest';

export interface FakeCall {
  method: string;
  url: string;
  authorization: string | null;
  body: unknown;
}

type Answer = Response | Error;

/** Stands in for the network: answers each call with `reply`, and remembers it. */
export function fakeFetch(reply: (call: FakeCall) => Answer | Promise<Answer>): FakeCall[] {
  const calls: FakeCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const call = {
      method: init.method ?? 'GET',
      url,
      authorization: new Headers(init.headers).get('authorization'),
      body,
    };
    calls.push(call);
    const answer = await reply(call);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return calls;
}

export const json = (value: unknown, status = 200) => Response.json(value, { status });

export const refusal = (status: number, code: string, error: string) =>
  json({ error, code, requestId: 'request-1' }, status);

/** What a browser's fetch throws when the connection breaks. */
export const lostConnection = () => new TypeError('Failed to fetch');

/** An answer that is given when the test says so. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
