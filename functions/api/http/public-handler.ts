import type { Context } from 'aws-lambda';
import {
  describePublicEndpoint,
  publicRouteKey,
  type PublicEndpointName,
} from '#contract/endpoints/public-api.ts';
import type { EndpointSchemas } from '#contract/endpoints/endpoint-types.ts';
import type { PUBLIC_SCHEMAS } from '#contract/endpoints/public-schemas.ts';
import { idempotencyKey } from '#contract/fields.ts';
import { keyContext, requireUsableKey, type KeyContext } from '../../accounts/api-keys/key-context.ts';
import { enforceRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { CodedError } from '../../platform/errors.ts';
import {
  type ApiAnswer,
  type ApiHandler,
  type ApiRequest,
  encodeAnswer,
  type Endpoint,
} from './api-handler.ts';
import { keepDeclaredFields } from './declared-fields.ts';
import { type ApiEvent, parseInput, parseValue, readValues, type RequestValues } from './parse.ts';

/** The time that a caller waits before it asks again for a waiting generation, in seconds. */
const RETRY_AFTER = { least: 2, most: 30, unknown: 5 };

/** A request with a key, before it is parsed. */
interface KeyRequest {
  /** The owner of the key. */
  userId: string;
  idempotencyKey: unknown;
  /** @throws InvalidRequestError for a body that is too large, or is not JSON in UTF-8. */
  readValues(): RequestValues;
}

/** An endpoint of the site and of the public API. */
export interface PublicEndpoint extends ApiHandler {
  /**
   * Answers a request whose key was checked and counted.
   * @param read returns the request. An error of `read` becomes the answer.
   */
  answerKey(event: ApiEvent, context: Context, read: () => Promise<KeyRequest>): Promise<ApiAnswer>;
}

/** Counts requests with a key. @throws TooManyRequestsError if the limit of the key is exceeded. */
export const countKeyRequests = ({ keyId }: { keyId: string }, requests: number) =>
  enforceRateLimit('keyRequests', keyId, { requests });

/**
 * Serves an endpoint of the site also under its route of the public API, whose requests have a key instead of a session.
 * @param schemas the schemas of the public endpoint
 */
export function publicHandler<Name extends PublicEndpointName>(
  name: Name,
  schemas: (typeof PUBLIC_SCHEMAS)[Name],
  endpoint: Endpoint,
): PublicEndpoint {
  const answerKey: PublicEndpoint['answerKey'] = async (event, context, read) => {
    const answer = await endpoint.answer(event, context, async () =>
      toSiteRequest(name, schemas, await read()),
    );
    if (answer.status >= 400) return answer;
    const body = keepDeclaredFields(schemas.response, answer.body) as object;
    const headers = answer.status === 202 ? { 'retry-after': String(chooseWait(answer.body)) } : {};
    return { ...answer, body, headers };
  };
  const handler: ApiHandler = async (event, context) => {
    if (event.routeKey !== publicRouteKey(name)) return endpoint(event, context);
    const answer = await answerKey(event, context, async () => {
      const key = requireUsableKey(readKeyContext(event));
      await countKeyRequests(key, 1);
      const idempotencyKey = event.headers['idempotency-key'];
      return { userId: key.userId, idempotencyKey, readValues: () => readValues(schemas, event) };
    });
    return encodeAnswer(answer);
  };
  return Object.assign(handler, { answerKey });
}

/** Reads the authorizer's data about the key. Fails closed if a route is deployed without its authorizer. @throws `unauthorized` */
export function readKeyContext({ requestContext }: ApiEvent): KeyContext {
  const { authorizer } = requestContext as { authorizer?: { lambda?: unknown } };
  const { data } = keyContext.safeParse(authorizer?.lambda);
  if (data === undefined) throw new CodedError('unauthorized');
  return data;
}

/**
 * Makes the request that the owner of the key would send from the site. The authorizer has checked the key, so the request counts as
 * a fresh sign-in.
 * @throws InvalidRequestError that names the field, or the header `Idempotency-Key`.
 */
function toSiteRequest(
  name: PublicEndpointName,
  schemas: EndpointSchemas,
  { userId, ...request }: KeyRequest,
): ApiRequest {
  const { idempotencyField, pathField } = describePublicEndpoint(name);
  const ids: Record<string, unknown> = { userId };
  if (idempotencyField !== undefined) {
    ids[idempotencyField] = parseValue(idempotencyKey, request.idempotencyKey);
  }
  const values = request.readValues();
  const { params, body } = parseInput(schemas, values);
  if (pathField !== undefined) {
    const { id } = params as { id: string };
    // An edit starts from the thumbnail's original image if the request names no other image.
    Object.assign(ids, { baseId: id, [pathField]: id });
  }
  const caller = { userId, email: undefined, authenticatedAt: new Date().toISOString() };
  return { caller, values: { ...values, ...(body !== undefined && { body: { ...ids, ...body } }) } };
}

function chooseWait(body: object): number {
  const { estimatedSeconds = RETRY_AFTER.unknown } = body as { estimatedSeconds?: number };
  return Math.min(RETRY_AFTER.most, Math.max(RETRY_AFTER.least, Math.ceil(estimatedSeconds)));
}
