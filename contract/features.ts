/**
 * The features that a stage can have in early access (the setting `earlyAccess`). An endpoint names its feature, and `apiHandler` answers
 * `pack_required` if the account may not use the feature. The page asks `useFeature`. `contract/packs.ts` says which packs have early
 * access.
 */
export const FEATURE_IDS = ['edits', 'concepts', 'brand', 'keys'] as const;

export type FeatureId = (typeof FEATURE_IDS)[number];
