import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ENDPOINTS, routeKey, type UserEndpointName } from '../../contract/endpoints.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';

/** Whose call it is, as a verified token tells. */
export interface Caller {
  userId: string;
  /** Absent from a token that does not tell it: an access token. */
  email: string | undefined;
}

/** What a function answered. 502 where it did not: API Gateway says so then. */
export interface Reply {
  status: number;
  body: Readonly<Record<string, unknown>>;
}

interface Call {
  body?: unknown;
  pathParameters?: Record<string, string>;
}

/** The logical id of the function behind an endpoint, without CDK's suffix. */
function functionId(name: UserEndpointName): string {
  return ENDPOINTS[name].operation.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const result = z.object({ statusCode: z.number(), body: z.string() });
const json = z.record(z.string(), z.unknown());

/**
 * Calls a function as API Gateway does once it has verified the caller's token. The gateway and its tokens are not the
 * matter here, and a sign-up over Cognito's protocol costs more than a whole history.
 */
export async function callAs(
  cloud: EmbeddedCloud,
  { userId, email }: Caller,
  route: UserEndpointName,
  { body, pathParameters }: Call = {},
): Promise<Reply> {
  const claims = { sub: userId, ...(email !== undefined && { email, email_verified: 'true' }) };
  const event = {
    version: '2.0',
    routeKey: routeKey(route),
    headers: {},
    isBase64Encoded: false,
    ...(pathParameters && { pathParameters }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    requestContext: { requestId: randomUUID(), authorizer: { jwt: { claims, scopes: [] } } },
  };
  try {
    const answer = result.parse(await cloud.invoke(functionId(route), event));
    return { status: answer.statusCode, body: json.parse(JSON.parse(answer.body)) };
  } catch {
    return { status: 502, body: {} };
  }
}
