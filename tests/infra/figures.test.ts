import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { LIMITS } from '#contract/limits.ts';
import { FAILED_KEPT_MS } from '../../functions/thumbnails/table/rows.ts';
import { parseSettings } from '../../infra/stages/settings.ts';

const { rateLimits, throttle, waf, longestWaitSeconds } = parseSettings({ stage: 'figures' });
const DAY_MS = 24 * 60 * 60_000;
const FIVE_MINUTES_A_DAY = 288;
const { preview, requestBytes } = DESIGN_LIMITS;
const megabytes = LIMITS.referenceBytes / 1e6;
const format = (figure: number) => figure.toLocaleString('en-US');

/** The sentences with limits in documents that no command writes. */
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  'docs/security.md': [
    `With \`waf\`, ${waf.signUpRequestsPerFiveMinutes} sign-ups and requests for a code`,
    `${format(waf.signUpRequestsPerFiveMinutes * FIVE_MINUTES_A_DAY)} a day instead of ${format(waf.signInRequestsPerFiveMinutes * FIVE_MINUTES_A_DAY)}`,
    `The base of an edit has at most ${LIMITS.editBaseWidth} x ${LIMITS.editBaseHeight} pixels`,
    `Routes have the stage's limit (${format(throttle.perSecond)} requests a second)`,
    `The permit is valid for ${LIMITS.referenceUploadSeconds} seconds and for one use`,
    `Failed generations and their prompts expire after ${FAILED_KEPT_MS / DAY_MS} days`,
    `a request of more than ${requestBytes / 1_024} KB is refused`,
    `a JPEG of ${preview.width} x ${preview.height}`,
    `${rateLimits.uploadsPerHour} uploads per user and hour, ${megabytes} MB each`,
    `a complete PNG within a megapixel and ${megabytes} MB`,
    `${rateLimits.videoReferencesPerMinute} lookups a minute for each user`,
    `They are ${format(waf.sessionRequestsPerFiveMinutes)} requests in five minutes for a session at an address, and ${waf.requestsPerFiveMinutes === 2 * waf.sessionRequestsPerFiveMinutes ? 'twice' : 'not twice'} as many`,
  ],
  'docs/reliability.md': [`A user starts at most ${rateLimits.generationsPerMinute} generations per minute`],
};

it.each(Object.entries(FIGURES))('%s names the limits that the code has', (path, sentences) => {
  const text = readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ');
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
});

/** A setting with its figure: `filteredPerDay` (5), or 6 times a day (`conceptsPerDay`). */
const SETTING =
  /`(?:rateLimits\.)?([A-Za-z]+)` \(([\d,]+)\)|([\d,]+)(?: times)? an? (?:day|hour|minute) \(`(?:rateLimits\.)?([A-Za-z]+)`\)/g;

it('a document names the default beside the name of a limit', () => {
  const defaults: Readonly<Record<string, number>> = { ...rateLimits, longestWaitSeconds };
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const found = documents.flatMap((path) =>
    [...readFileSync(`docs/${path}`, 'utf8').matchAll(SETTING)].map(([, before, first, second, after]) => ({
      path,
      name: before ?? after ?? '',
      figure: first ?? second,
    })),
  );

  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ name, figure }) => figure !== format(defaults[name] ?? NaN))).toEqual([]);
});
