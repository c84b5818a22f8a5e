import type { Design } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import type { Check } from '../checks/check.ts';
import type { Checks } from '../checks/use-checks.ts';
import { isMissing, listTexts } from '../translations/translations.ts';

export interface LanguageStatus {
  /** Undefined if the words are confirmed and all checks pass. */
  label: string | undefined;
  /** True if the creator has to change or to write words. A suggestion waits for a confirmation only. */
  needsLook: boolean;
  hasSuggestions: boolean;
}

/** The checks in the few words that a row has room for. */
const PROBLEMS: Record<Check['name'], string> = {
  words: 'No words',
  fonts: 'Letters without a font',
  contrast: 'Hard to read',
  size: 'Letters too small',
  fit: 'Words do not fit',
  frame: 'At the edge',
  badge: 'Below the badge',
  covered: 'Words covered',
  faces: 'Covers a face',
  cutout: 'Cut-out missing',
  place: 'Place empty',
};

/** Says what a language of a design is waiting for: its words first, then what the checks have found. */
export function describeStatus(design: Design, language: string, checks: Checks): LanguageStatus {
  const texts = listTexts(design);
  const reviews = texts.map(({ translations }) => translations?.[language]?.review);
  const hasSuggestions = reviews.includes('suggested');
  const look = (label: string) => ({ label, needsLook: true, hasSuggestions });
  if (texts.some((text) => isMissing(text, language))) return look('Not translated');
  if (reviews.includes('outdated')) return look('Original changed');
  const problem = checks.languages?.get(language)?.[0];
  if (problem) return look(PROBLEMS[problem.name]);
  return { label: hasSuggestions ? 'Suggestion' : undefined, needsLook: false, hasSuggestions };
}

/** Counts the languages of a design in which the creator has to change or to write words. */
export const countLooks = (design: Design, checks: Checks): number =>
  listLanguages(design.layers).filter((language) => describeStatus(design, language, checks).needsLook)
    .length;
