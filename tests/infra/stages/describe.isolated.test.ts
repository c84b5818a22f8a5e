import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeSettings } from '../../../infra/stages/describe.ts';

// prices.json is a setting of this repository: tests do not rely on it.
vi.mock('node:fs', { spy: true });

let prices: unknown;
beforeEach(() => {
  prices = {};
  vi.mocked(readFileSync).mockImplementation(() => JSON.stringify(prices));
});

const setting = (stage: string, path: string) =>
  describeSettings(stage).find((described) => described.path === path);

describe('a described setting', () => {
  it.each([
    ['keepData', true, 'stage file'],
    ['waf.enabled', true, 'stage file'],
    ['waf.requestsPerFiveMinutes', 1_000, 'default'],
    ['welcomeCredits', 3, 'default'],
    ['models.1.requestsPerMinute', 15, 'default'],
    // Worked out of the models.
    ['generateConcurrency', 51, 'default'],
    ['alarmEmail', undefined, 'default'],
  ])('has its value and where that comes from: %s of prod', (path, value, source) => {
    expect(setting('prod', path)).toMatchObject({ path, value, source });
  });

  it('says that stripe:setup wrote it', () => {
    prices = { prod: { starter: 'price_1', pro: 'price_2', elite: 'price_3' } };

    expect(setting('prod', 'prices.pro')).toMatchObject({ value: 'price_2', source: 'prices.json' });
    expect(setting('dev', 'prices')).toMatchObject({ value: undefined, source: 'default' });
  });

  it('has a meaning, its own or that of the whole', () => {
    expect(setting('prod', 'rateLimits.generationsPerMinute')?.meaning).toContain('one user');
    expect(setting('prod', 'models.0.label')?.meaning).toBe(setting('prod', 'models.1.cost')?.meaning);
    for (const { path, meaning } of describeSettings('prod')) expect(meaning, path).not.toBe('');
  });

  it('is one of each: none is told twice', () => {
    const paths = describeSettings('dev').map(({ path }) => path);

    expect(new Set(paths).size).toBe(paths.length);
  });

  it('is of a stage that there is', () => {
    expect(() => describeSettings('nowhere')).toThrow('There is no stage "nowhere". Stages: dev, prod.');
  });
});
