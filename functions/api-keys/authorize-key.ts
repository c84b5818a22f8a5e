import { findUser, type User } from '../ledger/users-table.ts';
import { errorTrace, logger } from '../shared/logger.ts';
import { hasApiPack } from './api-pack.ts';
import { findKey, setLastUsed, type ApiKey } from './api-keys-table.ts';
import { matchesHash, parseKeyText } from './key-text.ts';
import type { KeyContext } from './key-context.ts';

/**
 * Checks a key and its account.
 * @param header the header `Authorization`.
 * @returns whose key it is, also if the account cannot use it now; undefined for an unknown or revoked key.
 */
export async function authorizeKey(header: string | undefined): Promise<KeyContext | undefined> {
  const parsed = parseKeyText(header?.replace(/^Bearer /i, '').trim() ?? '');
  if (parsed === undefined) return undefined;
  const key = await findKey(parsed.keyId);
  if (key === undefined || !matchesHash(parsed.secret, key.hash)) return undefined;
  const { keyId, userId } = key;
  const refusal = findRefusal(await findUser(userId));
  if (refusal !== undefined) return { keyId, userId, refusal };
  await rememberUse(key);
  return { keyId, userId };
}

/** Why an account cannot use its keys. */
function findRefusal(user: User | undefined): KeyContext['refusal'] {
  if (user === undefined || user.closedAt !== undefined) return 'closed';
  if (user.suspendedAt !== undefined) return 'suspended';
  return hasApiPack(user) ? undefined : 'noPack';
}

/** The request does not depend on it. */
async function rememberUse(key: ApiKey): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  if (key.lastUsed === today) return;
  try {
    await setLastUsed(key, today);
  } catch (error) {
    logger.warn('use of a key not remembered', errorTrace(error));
  }
}
