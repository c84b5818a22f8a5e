import { Script, createContext } from 'node:vm';
import { z } from 'zod';

const rewritten = z.object({ uri: z.string() });

/** A CloudFront Function on the viewer request, run from the source that the template holds. */
export class EdgeFunction {
  readonly #script: Script;

  constructor(code: string) {
    this.#script = new Script(`${code}\nhandler(event)`);
  }

  /** The path to ask the origin for. @throws what the function throws, or a zod error when it returns no request. */
  rewrite(uri: string): string {
    const event = { request: { method: 'GET', uri, querystring: {}, headers: {}, cookies: {} } };
    const request: unknown = this.#script.runInContext(createContext({ event }), { timeout: 100 });
    return rewritten.parse(request).uri;
  }
}
