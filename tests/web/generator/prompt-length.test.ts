import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { checkLength } from '../../../web/src/features/generator/model/prompt-length.ts';

const { promptLength, negativePromptLength } = LIMITS;

describe('checkLength', () => {
  it.each([
    ['x'.repeat(promptLength), 'y'.repeat(negativePromptLength)],
    [` ${'x'.repeat(promptLength)}\n`, ` ${'y'.repeat(negativePromptLength)} `],
    ['🏰'.repeat(promptLength), ''],
  ])(
    'accepts prompts of the longest length, counted without the space around them, as the API does',
    (prompt, avoid) => {
      expect(checkLength(prompt, avoid)).toBeUndefined();
    },
  );

  it('asks to shorten what is longer', () => {
    const longPrompt = 'x'.repeat(promptLength + 1);
    const longAvoid = 'y'.repeat(negativePromptLength + 1);

    expect(checkLength(longPrompt, longAvoid)).toBe(
      `Shorten the prompt to ${promptLength.toLocaleString('en-GB')} characters.`,
    );
    expect(checkLength('castle', longAvoid)).toBe(
      `Shorten the negative prompt to ${negativePromptLength.toLocaleString('en-GB')} characters.`,
    );
  });
});
