import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  ENDPOINTS,
  routeKey,
  type EndpointName,
  type UserEndpointName,
} from '#contract/endpoints/endpoints.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { request, type Answer } from '../support/cloud/creator.ts';
import type { RequestParts } from '../support/valid-requests.ts';

/** The claims of a user's token. */
export interface TestUser {
  userId: string;
  /** Absent from access tokens. */
  email: string | undefined;
  /** Time of the sign-in, in seconds since the epoch. @default now */
  authTime?: number;
}

/** Sends a request through the gateway. @param token of the user pool. */
export function requestEndpoint(
  { url }: EmbeddedCloud,
  token: string,
  name: EndpointName,
  { params = {}, query = {}, body }: RequestParts,
): Promise<Answer> {
  const { method, path } = ENDPOINTS[name];
  const filledPath = path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
  const search = new URLSearchParams(query).toString();
  return request(`${url}${filledPath}${search === '' ? '' : `?${search}`}`, token, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The response of a function. 502 when the function failed, as API Gateway responds then. */
export interface Reply {
  status: number;
  body: Readonly<Record<string, unknown>>;
}

const result = z.object({ statusCode: z.number(), body: z.string() });
const json = z.record(z.string(), z.unknown());

/**
 * Invokes the function of an endpoint with the event that API Gateway sends after it has verified the token. A sign-up
 * and a request through the gateway would take longer than everything else that most checks do.
 */
export async function invokeEndpoint(
  cloud: EmbeddedCloud,
  { userId, email, authTime = Math.floor(Date.now() / 1_000) }: TestUser,
  name: UserEndpointName,
  { body, params, query }: RequestParts = {},
): Promise<Reply> {
  const claims = {
    sub: userId,
    auth_time: String(authTime),
    ...(email !== undefined && { email, email_verified: 'true' }),
  };
  const event = {
    version: '2.0',
    routeKey: routeKey(name),
    headers: {},
    isBase64Encoded: false,
    ...(params && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    requestContext: { requestId: randomUUID(), authorizer: { jwt: { claims, scopes: [] } } },
  };
  try {
    const response = result.parse(await cloud.invoke(findFunctionId(name), event));
    return { status: response.statusCode, body: json.parse(JSON.parse(response.body)) };
  } catch {
    return { status: 502, body: {} };
  }
}

/** The logical id of the function behind an endpoint, without CDK's suffix. */
function findFunctionId(name: UserEndpointName): string {
  return ENDPOINTS[name].operation.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
