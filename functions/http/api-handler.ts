import type {
  APIGatewayProxyEventV2WithJWTAuthorizer,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import * as z from 'zod/mini';
import { UnauthorizedError } from '../shared/errors.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { errorBody, errorHeaders, jsonResponse, statusOf } from './response.ts';

export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;
type Result = APIGatewayProxyStructuredResultV2;

/** One call from outside, as the operations see it. */
export interface PublicCall {
  event: ApiEvent;
  /** What is left of the invocation, in ms. */
  remainingMs: number;
}

/** One authenticated call. */
export interface ApiCall extends PublicCall {
  /** The token's `sub`: whose call it is. */
  userId: string;
  /** The token's e-mail address, if it is verified; an access token does not tell it. */
  email: string | undefined;
}

/** Makes a Lambda handler of an operation that only a signed-in user may call. */
export function apiHandler(
  operation: (call: ApiCall) => Promise<object>,
): (event: ApiEvent, context: Context) => Promise<Result> {
  return publicHandler(async (call) => operation({ ...call, ...callerOf(call.event) }));
}

/**
 * Makes a Lambda handler of an operation: a 200 with JSON out. Every error becomes its contract response here and
 * nowhere else.
 */
export function publicHandler(
  operation: (call: PublicCall) => Promise<object>,
): (event: ApiEvent, context: Context) => Promise<Result> {
  return async (event, context) => {
    logger.addContext(context);
    const { routeKey } = event;
    try {
      const answer = await operation({ event, remainingMs: context.getRemainingTimeInMillis() });
      logger.info('answered', { routeKey, status: 200 });
      return jsonResponse(200, answer);
    } catch (error) {
      const body = errorBody(error, context.awsRequestId);
      const status = statusOf(body);
      if (status >= 500) {
        logger.error('answered', { routeKey, status, code: body.code, ...errorTrace(error) });
      } else logger.info('answered', { routeKey, status, code: body.code });
      return jsonResponse(status, body, errorHeaders(error));
    }
  };
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

/** API Gateway has verified the token. A route that was deployed without its authorizer must fail closed. */
function callerOf(event: ApiEvent): { userId: string; email: string | undefined } {
  const { data } = authorizer.safeParse(event.requestContext.authorizer);
  if (data === undefined) throw new UnauthorizedError();
  const { sub, email, email_verified: verified } = data.jwt.claims;
  return { userId: sub, email: verified === 'true' ? email : undefined };
}
