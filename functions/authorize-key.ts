import type { APIGatewayRequestAuthorizerEventV2, Context } from 'aws-lambda';
import { authorizeKey } from './api-keys/authorize-key.ts';
import type { KeyContext } from './api-keys/key-context.ts';
import { logger } from './shared/logger.ts';

/** A simple response of an authorizer (API Gateway developer guide, "AWS Lambda authorizers for HTTP APIs"). */
interface Decision {
  isAuthorized: boolean;
  context?: KeyContext;
}

/**
 * The authorizer of the public API. API Gateway calls it with the key of a request, and keeps the decision for
 * `KEY_CACHE_SECONDS`. An error of it answers 500, so an unknown key is a decision. Neither a log nor an error contains a key.
 */
export async function handler(
  { headers }: Pick<APIGatewayRequestAuthorizerEventV2, 'headers'>,
  context: Context,
): Promise<Decision> {
  logger.addContext(context);
  const key = await authorizeKey(headers?.['authorization']);
  return key === undefined ? { isAuthorized: false } : { isAuthorized: true, context: key };
}
