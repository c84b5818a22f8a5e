import { randomUUID } from 'node:crypto';
import type { EndpointResponse } from '../../contract/endpoint-types.ts';
import { LIMITS } from '../../contract/limits.ts';
import { PACKS } from '../../contract/packs.ts';
import type { User } from '../ledger/users-table.ts';
import { enforceRateLimit } from '../rate-limits/rate-limits.ts';
import { AccountClosedError, CodedError, NotFoundError } from '../shared/errors.ts';
import { API_PACK, hasApiPack, requireApiPack } from './api-pack.ts';
import { deleteKey, describeKey, insertKey, queryKeys } from './api-keys-table.ts';
import { createKeyText } from './key-text.ts';

/**
 * Creates a key of the public API. Only this response contains it.
 * @throws CodedError `pack_required` for an account without the pack, `forbidden` at the limit; AccountClosedError,
 * TooManyRequestsError.
 */
export async function createKey(
  userId: string,
  user: User | undefined,
  name: string,
): Promise<EndpointResponse<'createKey'>> {
  requireApiPack(user);
  await enforceRateLimit('keys', userId);
  const keyId = randomUUID();
  const { key, hash } = createKeyText(keyId);
  const createdAt = new Date().toISOString();
  const refusals = await insertKey({ keyId, userId, name, hash, createdAt });
  if (refusals === undefined) return { id: keyId, name, createdAt, key };
  if (refusals.findItem('account')?.['closedAt'] !== undefined) throw new AccountClosedError();
  throw new CodedError('forbidden', { params: { reason: 'keyLimit', limit: LIMITS.apiKeys } });
}

/** Lists the keys of an account, oldest first. */
export async function listKeys(
  userId: string,
  user: User | undefined,
): Promise<EndpointResponse<'listKeys'>> {
  const keys = await queryKeys(userId);
  return {
    keys: keys.map(describeKey),
    ...(!hasApiPack(user) && { requiredPack: PACKS[API_PACK].name }),
  };
}

/** @throws NotFoundError for an unknown id, and another user's. */
export async function revokeKey(userId: string, keyId: string): Promise<void> {
  if (!(await deleteKey(userId, keyId))) throw new NotFoundError();
}
