import { vi } from 'vitest';

const realFetch = globalThis.fetch;

/** Responds to a request in place of the site. @param forward sends the request to the site */
export type Answer = (forward: () => Promise<Response>, request: Request) => Response | Promise<Response>;

/** Replaces the responses to requests whose method and path match, as a broken deployment would. */
export function breakAnswers(pattern: RegExp, answer: Answer): void {
  vi.stubGlobal('fetch', (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    const forward = () => realFetch(input, init);
    const { pathname } = new URL(request.url);
    return pattern.test(`${request.method} ${pathname}`) ? answer(forward, request) : forward();
  });
}

/** An error of the API. */
export function withStatus(status: number): Answer {
  return () => Response.json({ code: 'internal', requestId: 'r-1', error: 'x' }, { status });
}

export function withBody(body: unknown): Answer {
  return () => Response.json(body);
}

/** @param change returns the new value; an empty one removes the header */
export function withHeader(name: string, change: (value: string) => string): Answer {
  return async (forward) => {
    const response = await forward();
    const headers = new Headers(response.headers);
    const value = change(headers.get(name) ?? '');
    if (value === '') headers.delete(name);
    else headers.set(name, value);
    return new Response(await response.arrayBuffer(), { status: response.status, headers });
  };
}
