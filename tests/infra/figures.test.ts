import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { LIMITS } from '#contract/limits.ts';
import { RATE_LIMITS, STAGE_LIMITS } from '#contract/rate-limits.ts';
import { FAILED_KEPT_MS } from '../../functions/thumbnails/table/rows.ts';
import { ROUTE_LIMIT } from '../../infra/constructs/api.ts';
import { FIREWALL_LIMITS } from '../../infra/constructs/firewall.ts';
import { reserveConcurrency } from '../../infra/stages/reserved-concurrency.ts';
import { parseSettings } from '../../infra/stages/settings.ts';

const { longestWaitSeconds, services } = parseSettings({ stage: 'figures' });
const { address, session, signIn, signUp } = FIREWALL_LIMITS;
const DAY_MS = 24 * 60 * 60_000;
const FIVE_MINUTES_A_DAY = 288;
const { preview, requestBytes } = DESIGN_LIMITS;
const megabytes = LIMITS.referenceBytes / 1e6;
const format = (figure: number) => figure.toLocaleString('en-US');

/** The sentences with limits in documents that no command writes. */
const FIGURES: Readonly<Record<string, readonly string[]>> = {
  'docs/security.md': [
    `With \`waf\`, ${signUp} sign-ups and requests for a code`,
    `${format(signUp * FIVE_MINUTES_A_DAY)} a day instead of ${format(signIn * FIVE_MINUTES_A_DAY)}`,
    `The base of an edit has at most ${LIMITS.editBaseWidth} x ${LIMITS.editBaseHeight} pixels`,
    `Routes have a common limit (${format(ROUTE_LIMIT.perSecond)} requests a second)`,
    `The permit is valid for ${LIMITS.referenceUploadSeconds} seconds and for one use`,
    `Failed generations and their prompts expire after ${FAILED_KEPT_MS / DAY_MS} days`,
    `a request of more than ${requestBytes / 1_024} KB is refused`,
    `a JPEG of ${preview.width} x ${preview.height}`,
    `${RATE_LIMITS.uploads.maximum} uploads per user and hour, ${megabytes} MB each`,
    `a complete PNG within a megapixel and ${megabytes} MB`,
    `${RATE_LIMITS.videoReferences.maximum} lookups a minute for each user`,
    `They are ${format(session)} requests in five minutes for a session at an address, and ${address === 2 * session ? 'twice' : 'not twice'} as many`,
  ],
  'docs/reliability.md': [`A user starts at most ${RATE_LIMITS.generations.maximum} generations per minute`],
};

it.each(Object.entries(FIGURES))('%s names the limits that the code has', (path, sentences) => {
  const text = readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ');
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
});

/** A limit with its figure: `unusableInput` (5), or 6 times a day (`concepts`). */
const LIMIT =
  /`(?:rateLimits\.)?([A-Za-z]+)` \(([\d,]+)\)|([\d,]+)(?: times)? an? (?:day|hour|minute) \(`(?:rateLimits\.)?([A-Za-z]+)`\)/g;

it('a document names the maximum beside the name of a limit', () => {
  const maxima = Object.entries(RATE_LIMITS).map(([name, { maximum }]) => [name, maximum] as const);
  const figures = new Map<string, number>([...maxima, ['longestWaitSeconds', longestWaitSeconds]]);
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const found = documents.flatMap((path) =>
    [...readFileSync(`docs/${path}`, 'utf8').matchAll(LIMIT)].map(([, before, first, second, after]) => ({
      path,
      name: before ?? after ?? '',
      figure: first ?? second,
    })),
  );

  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ name, figure }) => figure !== format(figures.get(name) ?? NaN))).toEqual([]);
});

it('the page of the limits has each limit with its window, and says which of them a stage can change', () => {
  const page = readFileSync('docs/features/limits.md', 'utf8').replaceAll(/\n +/g, ' ');
  const listed = [...page.matchAll(/^- (`\w+`, [\d,]+ an? \w+): .+?( _Stage_)?\.$/gm)].map(
    ([, limit = '', stage]) => [limit, stage !== undefined],
  );

  expect(listed).toEqual(
    Object.entries(RATE_LIMITS).map(([name, { window, maximum }]) => [
      `\`${name}\`, ${format(maximum)} ${window === 'hour' ? 'an' : 'a'} ${window}`,
      STAGE_LIMITS.some((limit) => limit === name),
    ]),
  );
});

it('the section of the alarm on throttles names each function that has a reserved concurrency', () => {
  const [, section = ''] = /^## Throttles\n(.+?)^## /ms.exec(readFileSync('docs/runbook.md', 'utf8')) ?? [];
  const functions = Object.keys(reserveConcurrency({ generateConcurrency: 1, services })).map((operation) =>
    operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );

  expect(functions.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
