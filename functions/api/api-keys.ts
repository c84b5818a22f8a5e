import { createKeySchemas, deleteKeySchemas, listKeysSchemas } from '#contract/endpoints/api-key-schemas.ts';
import { randomUUID } from 'node:crypto';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { LIMITS } from '#contract/limits.ts';
import { hasBenefit, namePacks } from '#contract/packs.ts';
import type { Caller } from '../accounts/caller.ts';
import { deleteKey, describeKey, insertKey, queryKeys } from '../accounts/api-keys/api-keys-table.ts';
import { notifyOwner } from '../accounts/api-keys/notify-owner.ts';
import { createKeyText } from '../accounts/api-keys/key-text.ts';
import { apiHandler, apiRouter } from './http/api-handler.ts';
import { acceptsSession, listPacks, type User } from '../credits/ledger/users-table.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { AccountClosedError, CodedError } from '../platform/errors.ts';
import { isMet } from '../platform/expressions.ts';

const hasKeys = (user: User | undefined) => hasBenefit('apiKeys', listPacks(user));

/**
 * Creates a key of the public API, and tells the owner of the account by e-mail. Only this response contains the key.
 * @throws CodedError `pack_required` for an account without the pack, `forbidden` at the limit, `unauthorized` after a password reset;
 * AccountClosedError, TooManyRequestsError.
 */
async function createKey(
  { userId, email, authenticatedAt }: Caller,
  user: User | undefined,
  name: string,
): Promise<EndpointResponse<'createKey'>> {
  if (!hasKeys(user)) throw new CodedError('pack_required', { params: { feature: 'keys' } });
  await enforceRateLimit('keys', userId);
  const keyId = randomUUID();
  const { key, hash } = createKeyText(keyId);
  const createdAt = new Date().toISOString();
  const refusals = await insertKey({ keyId, userId, name, hash, createdAt }, authenticatedAt);
  if (refusals === undefined) {
    await notifyOwner({ userId, email }, createdAt);
    return { id: keyId, name, createdAt, key };
  }
  const account = refusals.findItem('account');
  if (account?.['closedAt'] !== undefined) throw new AccountClosedError();
  if (account !== undefined && !isMet(acceptsSession(authenticatedAt), account)) {
    throw new CodedError('unauthorized');
  }
  throw new CodedError('forbidden', { params: { reason: 'keyLimit', limit: LIMITS.apiKeys } });
}

/** Lists the keys of an account, oldest first. */
async function listKeys(userId: string, user: User | undefined): Promise<EndpointResponse<'listKeys'>> {
  const keys = await queryKeys(userId, user);
  return {
    keys: keys.map(describeKey),
    ...(!hasKeys(user) && { requiredPack: namePacks(({ apiKeys }) => apiKeys) }),
  };
}

export const handler = apiRouter('api-keys', {
  /** POST /api/keys: creates a key of the public API. Only this response shows the key. */
  createKey: apiHandler(
    'createKey',
    createKeySchemas,
    ({ user, body, ...caller }) => createKey(caller, user, body.name),
    () => 201,
  ),
  /** GET /api/keys: lists the caller's keys, oldest first. */
  listKeys: apiHandler('listKeys', listKeysSchemas, ({ userId, user }) => listKeys(userId, user)),
  /** DELETE /api/keys/{id}: revokes one of the caller's keys. The response is the same for an unknown id and for another user's key. */
  deleteKey: apiHandler('deleteKey', deleteKeySchemas, async ({ userId, user, params }) => {
    if (!(await deleteKey(userId, params.id, user))) throw new CodedError('not_found');
    return { deleted: true };
  }),
});
