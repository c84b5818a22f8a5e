import * as z from 'zod/mini';
import { CodedError } from '../shared/errors.ts';

/**
 * What the authorizer tells a function about the key of a request. A known key of an account that cannot use it reaches the
 * function, because API Gateway does not say why a request is forbidden.
 */
export const keyContext = z.object({
  keyId: z.string(),
  userId: z.string(),
  refusal: z.optional(z.enum(['closed', 'suspended', 'noPack'])),
});
export type KeyContext = z.infer<typeof keyContext>;

/** @throws CodedError with status 403 that says why the account cannot use its keys. */
export function requireUsableKey({ refusal }: KeyContext): void {
  switch (refusal) {
    case undefined:
      return;
    case 'closed':
      throw new CodedError('forbidden', { params: { reason: 'accountDeleted' } });
    case 'suspended':
      throw new CodedError('account_suspended');
    case 'noPack':
      throw new CodedError('pack_required', { params: { feature: 'keys' } });
  }
}
