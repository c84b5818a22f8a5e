import * as z from 'zod/mini';
import { CodedError } from '../../platform/errors.ts';

const knownKey = z.object({
  keyId: z.string(),
  userId: z.string(),
  refusal: z.optional(z.enum(['closed', 'suspended', 'noPack'])),
});
type KnownKey = z.infer<typeof knownKey>;

/**
 * The data about a key that the authorizer passes to a function. A request with an unusable key also reaches the function, because API
 * Gateway does not say why it refuses a request.
 */
export const keyContext = z.union([knownKey, z.object({ refusal: z.literal('unknown') })]);
export type KeyContext = z.infer<typeof keyContext>;

/**
 * Returns the key if the request may continue.
 * @throws CodedError with status 401 for an unknown or revoked key; with status 403 and the reason, if the account cannot use its keys.
 */
export function requireUsableKey(key: KeyContext): Omit<KnownKey, 'refusal'> {
  switch (key.refusal) {
    case undefined:
      return key;
    case 'unknown':
      throw new CodedError('unauthorized', { params: { reason: 'unknownKey' } });
    case 'closed':
      throw new CodedError('forbidden', { params: { reason: 'accountDeleted' } });
    case 'suspended':
      throw new CodedError('account_suspended');
    case 'noPack':
      throw new CodedError('pack_required', { params: { feature: 'keys' } });
  }
}
