import * as z from 'zod/mini';
import { ForbiddenError, UnauthorizedError } from '../shared/errors.ts';
import type { ApiEvent } from './parse.ts';

/** Who calls the API, from the claims of a verified token. */
export interface Caller {
  /** The token's `sub`. */
  userId: string;
  /** The token's e-mail address if Cognito has verified it. An access token has none. */
  email: string | undefined;
}

const authorizer = z.object({
  jwt: z.object({
    claims: z.object({
      sub: z.string().check(z.minLength(1)),
      email: z.optional(z.string()),
      email_verified: z.optional(z.string()),
    }),
  }),
});

/**
 * Reads the claims that API Gateway's authorizer passes on. Fails closed if a route is deployed without its authorizer.
 * @throws UnauthorizedError
 */
export function readCaller(event: ApiEvent): Caller {
  const { data } = authorizer.safeParse(event.requestContext.authorizer);
  if (data === undefined) throw new UnauthorizedError();
  const { sub, email, email_verified: verified } = data.jwt.claims;
  return { userId: sub, email: verified === 'true' ? email : undefined };
}

const claimedUser = z.object({ userId: z.string() });

/**
 * Checks the `userId` of a request body, which the API contract contains, against the token.
 * @throws ForbiddenError when they differ.
 */
export function requireSelf(body: unknown, userId: string): void {
  const { data } = claimedUser.safeParse(body);
  if (data !== undefined && data.userId !== userId) throw new ForbiddenError();
}
