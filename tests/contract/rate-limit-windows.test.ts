import { expect, it } from 'vitest';
import { REASONS } from '#contract/error-reasons.ts';
import { RATE_LIMITS, type RateLimitName, type RateLimitWindow } from '#contract/rate-limits.ts';

const WORDS: Record<RateLimitWindow, RegExp> = {
  minute: /\bin a minute\. Wait/,
  hour: /\bin an hour\. Wait/,
  day: /\btoday\b/,
};

// The pause after unusable input grows, so its clause names only the time to wait.
const names = (Object.keys(RATE_LIMITS) as RateLimitName[]).filter((name) => name !== 'unusableInput');

it.each(names)('the clause of the limit %s names its window', (name) => {
  expect(REASONS[name]).toMatch(WORDS[RATE_LIMITS[name].window]);
});
