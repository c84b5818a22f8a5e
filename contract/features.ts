import type { PackId } from './packs.ts';

/**
 * The features that a stage can have in early access (the setting `earlyAccess`), and what users call them. An endpoint
 * names its feature, and `apiHandler` refuses it with `pack_required`. The page asks `useFeature`.
 */
export const FEATURES = {
  edits: 'Image tools',
  concepts: 'Start from a script',
  brand: 'Brand colours and layouts',
  keys: 'API keys',
} as const;

export type FeatureId = keyof typeof FEATURES;

export const FEATURE_IDS = Object.keys(FEATURES) as FeatureId[];

/** The packs whose accounts have the features in early access. */
const EARLY_ACCESS_PACKS: readonly PackId[] = ['pro', 'elite'];

/** @param packs of the account. */
export const hasEarlyAccess = (packs: readonly PackId[]): boolean =>
  EARLY_ACCESS_PACKS.some((pack) => packs.includes(pack));
