import type {
  APIGatewayProxyEventV2WithJWTAuthorizer,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import * as z from 'zod/mini';
import { UnauthorizedError } from '../errors/errors.ts';
import { errorTrace, logger } from '../telemetry/logger.ts';
import { errorBody, jsonResponse, statusOf } from './response.ts';

export type ApiEvent = APIGatewayProxyEventV2WithJWTAuthorizer;

/** One authenticated call, as the operations see it. */
export interface ApiCall {
  /** The token's `sub`: whose call it is. */
  userId: string;
  event: ApiEvent;
  /** What is left of the invocation, in ms. */
  remainingMs: number;
}

/**
 * Makes a Lambda handler of an operation: the caller's identity in, a 200 with JSON out. Every error becomes its
 * contract response here and nowhere else.
 */
export function apiHandler(operation: (call: ApiCall) => Promise<object>) {
  return async (event: ApiEvent, context: Context): Promise<APIGatewayProxyStructuredResultV2> => {
    logger.addContext(context);
    const { routeKey } = event;
    try {
      const remainingMs = context.getRemainingTimeInMillis();
      const answer = await operation({ userId: callerId(event), event, remainingMs });
      logger.info('answered', { routeKey, status: 200 });
      return jsonResponse(200, answer);
    } catch (error) {
      const body = errorBody(error, context.awsRequestId);
      const status = statusOf(body);
      if (status >= 500)
        logger.error('answered', { routeKey, status, code: body.code, ...errorTrace(error) });
      else logger.info('answered', { routeKey, status, code: body.code });
      return jsonResponse(status, body);
    }
  };
}

const authorizer = z.object({
  jwt: z.object({ claims: z.object({ sub: z.string().check(z.minLength(1)) }) }),
});

/** API Gateway has verified the token. A route that was deployed without its authorizer must fail closed. */
function callerId(event: ApiEvent): string {
  const { data } = authorizer.safeParse(event.requestContext.authorizer);
  if (data === undefined) throw new UnauthorizedError();
  return data.jwt.claims.sub;
}
