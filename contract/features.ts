import type { PackId } from './packs.ts';

/**
 * The features that a stage can have in early access (the setting `earlyAccess`). An endpoint names its feature, and
 * `apiHandler` refuses it with `pack_required`. The page asks `useFeature`.
 */
export const FEATURE_IDS = ['edits', 'concepts', 'brand', 'keys'] as const;

export type FeatureId = (typeof FEATURE_IDS)[number];

/** The packs whose accounts have the features in early access. */
const EARLY_ACCESS_PACKS: readonly PackId[] = ['pro', 'elite'];

/** @param packs of the account. */
export const hasEarlyAccess = (packs: readonly PackId[]): boolean =>
  EARLY_ACCESS_PACKS.some((pack) => packs.includes(pack));
