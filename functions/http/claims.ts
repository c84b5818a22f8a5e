import * as z from 'zod/mini';
import type { Caller } from '../accounts/caller.ts';
import { ForbiddenError, UnauthorizedError } from '../shared/errors.ts';
import type { ApiEvent } from './parse.ts';

const authorizer = z.object({
  jwt: z.object({
    claims: z.object({
      sub: z.string().check(z.minLength(1)),
      email: z.optional(z.string()),
      email_verified: z.optional(z.string()),
      // Seconds since the epoch. API Gateway passes every claim as text.
      auth_time: z.string().check(z.regex(/^\d{1,10}$/)),
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
  const { sub, email, email_verified: verified, auth_time: authTime } = data.jwt.claims;
  return {
    userId: sub,
    // An access token has no address.
    email: verified === 'true' ? email : undefined,
    authenticatedAt: new Date(Number(authTime) * 1_000).toISOString(),
  };
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
