import * as z from 'zod/mini';
import { PACK_IDS, type PackId } from '../../contract/packs.ts';
import { listPacks, type User } from '../ledger/users-table.ts';
import { requireEnv } from '../shared/environment.ts';
import { CodedError } from '../shared/errors.ts';

/** The pack that keys of the public API come with. */
export const API_PACK: PackId = z.enum(PACK_IDS).parse(requireEnv('API_PACK'));

export function hasApiPack(user: User | undefined): boolean {
  return listPacks(user).includes(API_PACK);
}

/** @throws CodedError `pack_required`. */
export function requireApiPack(user: User | undefined): void {
  if (!hasApiPack(user)) throw new CodedError('pack_required', { params: { feature: 'keys' } });
}
