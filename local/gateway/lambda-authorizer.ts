import { z } from 'zod';
import type { Functions } from '../lambda/functions.ts';
import { NotAuthorizedError } from './jwt-authorizer.ts';

/** The authorizer does not allow the request. */
export class DeniedError extends Error {}

/** A simple response of payload format 2.0. */
const simpleResponse = z.object({
  isAuthorized: z.boolean(),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
type Decision = z.output<typeof simpleResponse>;

interface LambdaAuthorizerOptions {
  functionArn: string;
  functions: Pick<Functions, 'invoke'>;
  /** How long a decision is kept for the same header. 0 for not at all. */
  cacheSeconds: number;
}

/** API Gateway developer guide, "Control access to HTTP APIs with AWS Lambda authorizers": simple responses, and their cache. */
export class LambdaAuthorizer {
  readonly #options: LambdaAuthorizerOptions;
  readonly #cache = new Map<string, { decision: Decision; until: number }>();

  constructor(options: LambdaAuthorizerOptions) {
    this.#options = options;
  }

  /**
   * @param header the Authorization header, the only source of the caller's identity.
   * @returns the context of the decision, as the authorizer of the event.
   * @throws NotAuthorizedError without the header, DeniedError if the function does not allow the request.
   */
  async authorize(header: string | undefined): Promise<{ lambda: Decision['context'] }> {
    if (header === undefined || header === '') throw new NotAuthorizedError();
    const { isAuthorized, context } = await this.#decide(header);
    if (!isAuthorized) throw new DeniedError();
    return { lambda: context };
  }

  async #decide(header: string): Promise<Decision> {
    const cached = this.#cache.get(header);
    if (cached !== undefined && cached.until > Date.now()) return cached.decision;
    const { functionArn, functions, cacheSeconds } = this.#options;
    const event = {
      version: '2.0',
      type: 'REQUEST',
      identitySource: [header],
      headers: { authorization: header },
    };
    const decision = simpleResponse.parse(await functions.invoke(functionArn, event));
    this.#cache.set(header, { decision, until: Date.now() + cacheSeconds * 1_000 });
    return decision;
  }
}
