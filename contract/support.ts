import type { PackId } from './packs.ts';

/** What the packs promise, from the least to the most. */
export const SUPPORT_LEVELS = ['standard', 'priority', 'dedicated'] as const;
export type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** In how many hours each level gets an answer. */
export type AnswerHours = Record<SupportLevel, number>;

/** The support level of an account. One without a pack has the standard one. */
export function findSupportLevel(packs: readonly PackId[]): SupportLevel {
  if (packs.includes('elite')) return 'dedicated';
  return packs.includes('pro') ? 'priority' : 'standard';
}
