import {
  describePublicEndpoint,
  publicRouteKey,
  type PublicEndpointName,
} from '../../contract/public-api.ts';
import { idempotencyKey, PUBLIC_SCHEMAS } from '../../contract/public-schemas.ts';
import { keyContext, requireUsableKey, type KeyContext } from '../api-keys/key-context.ts';
import { enforceRateLimit } from '../rate-limits/rate-limits.ts';
import { CodedError } from '../shared/errors.ts';
import { respondToError, type ApiHandler } from './api-handler.ts';
import { keepDeclaredFields } from './declared-fields.ts';
import { parseInput, parseValue, type ApiEvent } from './parse.ts';

/** How long a caller waits before it asks for a waiting generation again, in seconds. */
const RETRY_AFTER = { least: 2, most: 30, unknown: 5 };

/** Requests that count already: calls of a tool, whose message the MCP server has counted. */
const COUNTED = new WeakSet<ApiEvent>();

/** Counts requests with a key. @throws TooManyRequestsError when the limit of the key is exceeded. */
export const countKeyRequests = ({ keyId }: { keyId: string }, requests: number) =>
  enforceRateLimit('keyRequests', keyId, { requests });

/** Marks a request that `countKeyRequests` has counted as part of another one. */
export function markCounted(event: ApiEvent): ApiEvent {
  COUNTED.add(event);
  return event;
}

/**
 * Serves an endpoint of the site also under its route of the public API. A request with a key becomes the request that its
 * user would send from the site, and the same handler answers it.
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
      // Nothing was taken yet.
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

/** Removes the fields of the site's response that the public API does not have. */
function keepPublicFields(name: PublicEndpointName, body = '{}'): string {
  return JSON.stringify(keepDeclaredFields(PUBLIC_SCHEMAS[name].response, JSON.parse(body)));
}

/** Fails closed if a route is deployed without its authorizer. @throws `unauthorized` */
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
    // An edit starts from the thumbnail's own image if the request names no other.
    Object.assign(ids, { baseId: id, [pathField]: id });
  }
  // A key stands for a sign-in of now: whether it is valid was the authorizer's decision.
  const claims = { sub: userId, auth_time: String(Math.floor(Date.now() / 1_000)) };
  const authorizer = { principalId: '', integrationLatency: 0, jwt: { claims, scopes: [] } };
  return {
    ...event,
    requestContext: { ...event.requestContext, authorizer },
    // As base64, because the header `content-length` is the one of the request with a key.
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
