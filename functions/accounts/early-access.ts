import * as z from 'zod/mini';
import { hasEarlyAccess, type FeatureId } from '../../contract/features.ts';
import { findUser, listPacks, type User } from '../ledger/users-table.ts';
import { requireEnv } from '../shared/environment.ts';
import { CodedError } from '../shared/errors.ts';

const setting = z.array(z.string());

/**
 * Checks that an account may use a feature.
 * @param user as read before; undefined to read it, which only a feature in early access needs.
 * @throws CodedError `pack_required`.
 */
export async function requireFeature(
  feature: FeatureId,
  userId: string,
  user: User | undefined,
): Promise<void> {
  // Only the functions of endpoints with a feature have the variable.
  const earlyAccess = setting.parse(JSON.parse(requireEnv('EARLY_ACCESS')));
  if (!earlyAccess.includes(feature)) return;
  if (!hasEarlyAccess(listPacks(user ?? (await findUser(userId)))))
    throw new CodedError('pack_required', { params: { feature } });
}
