import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';

/** Counts as the API does: Unicode code points, after trimming. */
export const countCharacters = (text: string): number => Array.from(text.trim()).length;

/** Explains that a text is too long for the API. Returns undefined if the text is short enough. */
export const checkLength = (name: 'prompt' | 'negative prompt', text: string): string | undefined => {
  const limit = name === 'prompt' ? GENERATOR_LIMITS.promptLength : GENERATOR_LIMITS.negativePromptLength;
  return countCharacters(text) > limit
    ? `Shorten the ${name} to ${limit.toLocaleString('en-GB')} characters.`
    : undefined;
};

/** Explains why the API refuses a prompt. Returns undefined for an accepted prompt, and for an empty prompt, which is not sent. */
export const checkPrompt = (text: string): string | undefined =>
  text.trim() === '' || hasVisibleCharacter(text)
    ? checkLength('prompt', text)
    : 'The prompt has no visible character. Describe the thumbnail in words.';
