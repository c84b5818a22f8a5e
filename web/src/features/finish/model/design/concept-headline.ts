import { readJson, STORAGE_KEYS } from '../../../../lib/browser-storage.ts';

interface ConceptHeadline {
  prompt: string;
  headline: string;
}

const isConceptHeadline = (value: unknown): value is ConceptHeadline => {
  const { prompt, headline } = { ...(value as Partial<Record<keyof ConceptHeadline, unknown>> | null) };
  return typeof prompt === 'string' && typeof headline === 'string';
};

/** The headline of the concept that a thumbnail was made from; undefined for another prompt than the concept's. */
export function findHeadline(prompt: string): string | undefined {
  const stored = readJson(STORAGE_KEYS.headline, isConceptHeadline);
  return stored?.prompt === prompt ? stored.headline : undefined;
}
