import { LIMITS } from '#contract/limits.ts';

/**
 * Matches line breaks and what a name must not contain (`oneLine` in `contract/fields.ts`), but not the joiners of scripts and emoji. The
 * title of a video can contain half a character, and DynamoDB would refuse the row of the paid image.
 */
const REPLACED = /(?:\s|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}])+/gu;

/** Names a thumbnail after its idea, in one line that is not longer than a name that the creator types. */
export const nameIdea = (idea: string): string =>
  Array.from(idea.replace(REPLACED, ' ').trim()).slice(0, LIMITS.thumbnailNameLength).join('').trimEnd();
