import { createContext, runInContext, Script, type Context } from 'node:vm';
import { z } from 'zod';

const rewritten = z.object({ uri: z.string() });

/** Ends an endless loop. It is far above CloudFront's limit because the machine can be busy. */
const TIMEOUT_MS = 5_000;

/** A CloudFront Function on the viewer request, run from its source in the template. */
export class EdgeFunction {
  /** One global scope for all requests, because creating it takes most of the time. */
  readonly #globals: Context = createContext({ event: undefined });
  readonly #call = new Script('handler(event)');

  constructor(code: string) {
    runInContext(code, this.#globals);
  }

  /** @returns the path to request from the origin. @throws the error of the function, or a zod error if it returns no request. */
  rewrite(uri: string, search: URLSearchParams): string {
    const querystring = Object.fromEntries([...search].map(([name, value]) => [name, { value }]));
    const event = { request: { method: 'GET', uri, querystring, headers: {}, cookies: {} } };
    this.#globals['event'] = event;
    const request: unknown = this.#call.runInContext(this.#globals, { timeout: TIMEOUT_MS });
    return rewritten.parse(request).uri;
  }
}
