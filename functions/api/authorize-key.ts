import type { APIGatewayRequestAuthorizerEventV2, Context } from 'aws-lambda';
import { hasBenefit } from '#contract/packs.ts';
import { type ApiKey, findKey, isRevoked, setLastUsed } from '../accounts/api-keys/api-keys-table.ts';
import type { KeyContext } from '../accounts/api-keys/key-context.ts';
import { matchesHash, parseKeyText } from '../accounts/api-keys/key-text.ts';
import { findUser, listPacks, type User } from '../credits/ledger/users-table.ts';
import { errorTrace, logger } from '../platform/logger.ts';

/** The context of an unknown or revoked key. */
const UNKNOWN: KeyContext = { refusal: 'unknown' };

/**
 * Checks a key and its account.
 * @param header the header `Authorization`.
 * @returns the owner of the key. Also returns the owner if the account cannot use the key now.
 */
async function authorizeKey(header: string | undefined): Promise<KeyContext> {
  const parsed = parseKeyText(header?.replace(/^Bearer /i, '').trim() ?? '');
  if (parsed === undefined) return UNKNOWN;
  const key = await findKey(parsed.keyId);
  if (key === undefined || !matchesHash(parsed.secret, key.hash)) return UNKNOWN;
  const { keyId, userId } = key;
  const user = await findUser(userId);
  if (isRevoked(key, user)) return UNKNOWN;
  const refusal = findRefusal(user);
  if (refusal !== undefined) return { keyId, userId, refusal };
  await rememberUse(key);
  return { keyId, userId };
}

/** Finds the reason why an account cannot use its keys. Returns undefined if the account can use them. */
function findRefusal(user: User | undefined): KeyContext['refusal'] {
  if (user === undefined || user.closedAt !== undefined) return 'closed';
  if (user.suspendedAt !== undefined) return 'suspended';
  return hasBenefit('apiKeys', listPacks(user)) ? undefined : 'noPack';
}

/** Stores the day of a use. A failure is only logged, because the request does not need this write. */
async function rememberUse(key: ApiKey): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  if (key.lastUsed === today) return;
  try {
    await setLastUsed(key, today);
  } catch (error) {
    logger.warn('use of a key not remembered', errorTrace(error));
  }
}

/** A simple response of an authorizer (API Gateway developer guide, "AWS Lambda authorizers for HTTP APIs"). */
interface Decision {
  isAuthorized: true;
  context: KeyContext;
}

/**
 * Authorizes the requests to the public API. API Gateway calls the function with the key of a request, and caches the decision for
 * `KEY_CACHE_SECONDS`. Every request reaches its operation, which answers with the reason if a key is refused. The logs and the errors
 * contain no key.
 */
export async function handler(
  { headers }: Pick<APIGatewayRequestAuthorizerEventV2, 'headers'>,
  context: Context,
): Promise<Decision> {
  logger.addContext(context);
  return { isAuthorized: true, context: await authorizeKey(headers?.['authorization']) };
}
