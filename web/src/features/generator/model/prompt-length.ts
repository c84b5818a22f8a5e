import { LIMITS } from '../../../../../contract/limits.ts';

/** Counts as the API does: Unicode code points, after trimming. */
export const countCharacters = (text: string): number => Array.from(text.trim()).length;

/** Why the prompts are too long for the API. Undefined when they are not. */
export function checkLength(prompt: string, negativePrompt: string): string | undefined {
  if (countCharacters(prompt) > LIMITS.promptLength) return tooLong('prompt', LIMITS.promptLength);
  if (countCharacters(negativePrompt) > LIMITS.negativePromptLength) {
    return tooLong('negative prompt', LIMITS.negativePromptLength);
  }
  return undefined;
}

const tooLong = (name: string, limit: number) =>
  `Shorten the ${name} to ${limit.toLocaleString('en-GB')} characters.`;
