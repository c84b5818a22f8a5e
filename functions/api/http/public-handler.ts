import { describePublicEndpoint, publicRouteKey, type PublicEndpointName } from '#contract/public-api.ts';
import { idempotencyKey, PUBLIC_SCHEMAS } from '#contract/public-schemas.ts';
import { keyContext, requireUsableKey, type KeyContext } from '../../accounts/api-keys/key-context.ts';
import { enforceRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { CodedError } from '../../platform/errors.ts';
import { respondToError, type ApiHandler } from './api-handler.ts';
import { keepDeclaredFields } from './declared-fields.ts';
import { parseInput, parseValue, type ApiEvent } from './parse.ts';

/** The time that a caller waits before it asks again for a waiting generation, in seconds. */
const RETRY_AFTER = { least: 2, most: 30, unknown: 5 };

/** The requests that are already counted: a tool of the MCP server makes them, and the server has counted its message. */
const COUNTED = new WeakSet<ApiEvent>();

/** Counts requests with a key. @throws TooManyRequestsError if the limit of the key is exceeded. */
export const countKeyRequests = ({ keyId }: { keyId: string }, requests: number) =>
  enforceRateLimit('keyRequests', keyId, { requests });

/** Marks a request as counted, because `countKeyRequests` has counted the request that contains it. */
export function markCounted(event: ApiEvent): ApiEvent {
  COUNTED.add(event);
  return event;
}

/**
 * Serves an endpoint of the site also under its route of the public API. Converts a request with a key to the request that its user would
 * send from the site. The same handler answers both.
 */
export function publicHandler(name: PublicEndpointName, handler: ApiHandler): ApiHandler {
  return async (event, context) => {
    if (event.routeKey !== publicRouteKey(name)) return handler(event, context);
    let request: ApiEvent;
    try {
      const key = requireUsableKey(readKeyContext(event));
      if (!COUNTED.has(event)) await countKeyRequests(key, 1);
      request = createSiteRequest(name, event, key);
    } catch (error) {
      // No credits were taken yet.
      return respondToError(error, event, context, 'none');
    }
    const response = await handler(request, context);
    if (response.statusCode === undefined || response.statusCode >= 400) return response;
    const body = keepPublicFields(name, response.body);
    if (response.statusCode !== 202) return { ...response, body };
    return {
      ...response,
      headers: { ...response.headers, 'retry-after': String(chooseWait(response.body)) },
      body,
    };
  };
}

/** Removes the fields of the site's response that are not in the public API. */
function keepPublicFields(name: PublicEndpointName, body = '{}'): string {
  return JSON.stringify(keepDeclaredFields(PUBLIC_SCHEMAS[name].response, JSON.parse(body)));
}

/** Reads the authorizer's data about the key. Fails closed if a route is deployed without its authorizer. @throws `unauthorized` */
export function readKeyContext({ requestContext }: ApiEvent): KeyContext {
  const { authorizer } = requestContext as { authorizer?: { lambda?: unknown } };
  const { data } = keyContext.safeParse(authorizer?.lambda);
  if (data === undefined) throw new CodedError('unauthorized');
  return data;
}

/** @throws InvalidRequestError that names the field, or the header `Idempotency-Key`. */
function createSiteRequest(
  name: PublicEndpointName,
  event: ApiEvent,
  { userId }: { userId: string },
): ApiEvent {
  const { idempotencyField, pathField } = describePublicEndpoint(name);
  const ids: Record<string, unknown> = { userId };
  if (idempotencyField !== undefined) {
    ids[idempotencyField] = parseValue(idempotencyKey, event.headers['idempotency-key']);
  }
  const { params, body } = parseInput(PUBLIC_SCHEMAS[name], event);
  if (pathField !== undefined) {
    const { id } = params as { id: string };
    // An edit starts from the thumbnail's original image if the request names no other image.
    Object.assign(ids, { baseId: id, [pathField]: id });
  }
  // The claims treat the request as a fresh sign-in. The authorizer has already decided that the key is valid.
  const claims = { sub: userId, auth_time: String(Math.floor(Date.now() / 1_000)) };
  const authorizer = { principalId: '', integrationLatency: 0, jwt: { claims, scopes: [] } };
  return {
    ...event,
    requestContext: { ...event.requestContext, authorizer },
    // The body is in base64, because the header `content-length` belongs to the original body of the caller.
    ...(body !== undefined && {
      body: Buffer.from(JSON.stringify({ ...ids, ...body })).toString('base64'),
      isBase64Encoded: true,
    }),
  };
}

function chooseWait(body: string | undefined): number {
  const { estimatedSeconds = RETRY_AFTER.unknown } = JSON.parse(body ?? '{}') as {
    estimatedSeconds?: number;
  };
  return Math.min(RETRY_AFTER.most, Math.max(RETRY_AFTER.least, Math.ceil(estimatedSeconds)));
}
