import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readQuote } from '../report.ts';
import { listDailyCosts, renderDailyCosts, sumDailyCosts } from './daily-cost.ts';
import { readProduction, renderReport } from './report.ts';

const settings = readProduction();
const { rateLimits } = settings;

it('docs/scale.md quotes the current costs (update it with `npm run bench:scale -- --write`)', () => {
  expect(readQuote(readFileSync('docs/scale.md', 'utf8'), 'npm run bench:scale')).toBe(renderReport());
});

describe('what one account without a purchase costs in a day', () => {
  it('is at most 5 US dollars, and the page has the current sum', () => {
    expect(sumDailyCosts(settings)).toBeLessThanOrEqual(5);
    expect(readQuote(readFileSync('docs/security.md', 'utf8'), 'npm run bench:scale')).toBe(
      renderDailyCosts(),
    );
  });

  it('counts the failures between pauses that double, and the burst before the last pause', () => {
    const failures = (filteredPerDay: number) =>
      listDailyCosts({
        ...settings,
        rateLimits: { ...rateLimits, filteredPerDay, generationsPerMinute: 1 },
      }).find(({ what }) => what.startsWith('Free failures'))?.count;

    // Without a burst: the first ones, and one after each pause of 1, 2, 4, ... 512 minutes.
    expect([1, 5, 20].map(failures)).toEqual([11, 15, 30]);
  });

  // Bounded by the limit of the day, and those of the stage and of a domain; handles cost no money.
  const NO_COST = [
    'designSavesPerMinute',
    'welcomesPerDay',
    'welcomesPerDomainAndDay',
    'channelHandlesPerDay',
    // Keys need a purchase.
    'keysPerDay',
    'requestsPerKeyAndMinute',
  ];

  it.each(Object.keys(rateLimits).filter((name) => !NO_COST.includes(name)))('depends on %s', (name) => {
    const doubled = { ...rateLimits, [name]: 2 * rateLimits[name as keyof typeof rateLimits] };

    expect(sumDailyCosts({ ...settings, rateLimits: doubled })).toBeGreaterThan(sumDailyCosts(settings));
  });
});
