import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ROUTES } from '../../contract/routes.ts';
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

export type TokenRoute = Exclude<keyof typeof ROUTES, 'stripeWebhook'>;

/** The function behind each route, by the prefix of its logical id. */
const FUNCTIONS: Record<TokenRoute, string> = {
  generateThumbnail: 'GenerateThumbnail',
  readCredits: 'ReadCredits',
  listThumbnails: 'ListThumbnails',
  readThumbnail: 'ListThumbnails',
  createStripeCheckout: 'CreateStripeCheckout',
  listPurchases: 'ListPurchases',
  closeAccount: 'CloseAccount',
};

const result = z.object({ statusCode: z.number(), body: z.string() });
const json = z.record(z.string(), z.unknown());

/**
 * Calls a function as API Gateway does once it has verified the caller's token. The gateway and its tokens are not the
 * matter here, and a sign-up over Cognito's protocol costs more than a whole history.
 */
export async function callAs(
  cloud: EmbeddedCloud,
  { userId, email }: Caller,
  route: TokenRoute,
  { body, pathParameters }: Call = {},
): Promise<Reply> {
  const claims = { sub: userId, ...(email !== undefined && { email, email_verified: 'true' }) };
  const event = {
    version: '2.0',
    routeKey: ROUTES[route],
    headers: {},
    isBase64Encoded: false,
    ...(pathParameters && { pathParameters }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    requestContext: { requestId: randomUUID(), authorizer: { jwt: { claims, scopes: [] } } },
  };
  try {
    const answer = result.parse(await cloud.invoke(FUNCTIONS[route], event));
    return { status: answer.statusCode, body: json.parse(JSON.parse(answer.body)) };
  } catch {
    return { status: 502, body: {} };
  }
}
