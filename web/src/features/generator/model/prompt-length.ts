import { GENERATOR_LIMITS } from '../../../../../contract/generator-limits.ts';

/** Counts as the API does: Unicode code points, after trimming. */
export const countCharacters = (text: string): number => Array.from(text.trim()).length;

/** Why a text is too long for the API. Undefined when it is not. */
export const checkLength = (name: 'prompt' | 'negative prompt', text: string): string | undefined => {
  const limit = name === 'prompt' ? GENERATOR_LIMITS.promptLength : GENERATOR_LIMITS.negativePromptLength;
  return countCharacters(text) > limit
    ? `Shorten the ${name} to ${limit.toLocaleString('en-GB')} characters.`
    : undefined;
};
