import { Script, createContext } from 'node:vm';
import { z } from 'zod';

const rewritten = z.object({ uri: z.string() });

/** Ends an endless loop. Far above CloudFront's own limit, for a busy machine may keep the clock running. */
const TIMEOUT_MS = 5_000;

/** A CloudFront Function on the viewer request, run from the source that the template holds. */
export class EdgeFunction {
  readonly #script: Script;

  constructor(code: string) {
    this.#script = new Script(`${code}\nhandler(event)`);
  }

  /** The path to ask the origin for. @throws what the function throws, or a zod error when it returns no request. */
  rewrite(uri: string, search: URLSearchParams): string {
    const querystring = Object.fromEntries([...search].map(([name, value]) => [name, { value }]));
    const event = { request: { method: 'GET', uri, querystring, headers: {}, cookies: {} } };
    const request: unknown = this.#script.runInContext(createContext({ event }), { timeout: TIMEOUT_MS });
    return rewritten.parse(request).uri;
  }
}
