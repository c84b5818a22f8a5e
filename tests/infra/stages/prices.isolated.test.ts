import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PACK_IDS } from '../../../contract/packs.ts';
import { describeSettings } from '../../../infra/commands/settings.ts';
import { readPrices, writePrices } from '../../../infra/stages/prices.ts';
import { findStage } from '../../../infra/stages/stages.ts';

// The content of prices.json depends on the deployed stages.
vi.mock('node:fs', { spy: true });

const prices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));
let file = '';

const mockFile = (value: unknown) => {
  file = JSON.stringify(value);
};

beforeEach(() => {
  mockFile({});
  vi.mocked(readFileSync).mockImplementation(() => file);
  vi.mocked(writeFileSync).mockImplementation((_, text) => {
    file = text as string;
  });
});

describe("a stage's prices", () => {
  it('are a part of its settings, and not of those of another stage', () => {
    mockFile({ dev: prices });

    expect(findStage('dev')).toMatchObject({ stage: 'dev', prices });
    expect(findStage('prod')).toMatchObject({ stage: 'prod', prices: {} });
  });

  it('can lack a pack, for example a new one, which is not on sale', () => {
    mockFile({ dev: { starter: 'price_1' } });

    expect(findStage('dev').prices).toEqual({ starter: 'price_1' });
  });

  it('omit a pack that no longer exists', () => {
    mockFile({ dev: { ...prices, removed: 'price_9' } });

    expect(findStage('dev').prices).toEqual(prices);
  });

  it.each([
    ['starter', 'prod_1'],
    ['pro', ''],
    ['elite', 'price_3 '],
    ['elite', 'price-3'],
  ])('are invalid if the price of %s is "%s"', (pack, id) => {
    mockFile({ dev: { ...prices, [pack]: id } });

    expect(() => findStage('dev')).toThrow(
      `The settings of stage "dev" are invalid:\n  prices.${pack}: must be a Stripe price ID`,
    );
  });

  it.each([
    ['a number as a price', '{ "dev": { "pro": 2 } }'],
    ['a list', '[]'],
    ['a text', '"price_1"'],
    ['invalid JSON', '{'],
  ])('are reported if the file holds %s', (_, text) => {
    file = text;

    expect(() => findStage('dev')).toThrow(/^infra\/stages\/prices\.json must hold an object/);
  });

  it('are written beside those of the other stages, indented and with a newline at the end', () => {
    mockFile({ prod: { pro: 'price_prod' } });

    writePrices('dev', { pro: 'price_old' });
    writePrices('dev', prices);

    expect(readPrices('dev')).toEqual(prices);
    expect(file).toBe(`${JSON.stringify({ prod: { pro: 'price_prod' }, dev: prices }, null, 2)}\n`);
    expect(vi.mocked(writeFileSync).mock.calls[0]?.[0]).toMatch(/infra\/stages\/prices\.json$/);
  });
});

describe('the description of a setting', () => {
  const findSetting = (stage: string, path: string) =>
    describeSettings(stage).find((setting) => setting.path === path);

  it.each([
    ['keepData', true, 'stage file'],
    ['waf.enabled', true, 'stage file'],
    ['waf.requestsPerFiveMinutes', 1_000, 'default'],
    ['welcomeCredits', 3, 'default'],
    ['models.1.requestsPerMinute', 15, 'default'],
    // Computed from the models.
    ['generateConcurrency', 51, 'default'],
    ['alarmEmail', undefined, 'default'],
    ['prices', {}, 'default'],
  ])('has for %s of prod the value %j and the source "%s"', (path, value, source) => {
    expect(findSetting('prod', path)).toMatchObject({ path, value, source });
  });

  it('has the source prices.json for a price of stripe:setup', () => {
    mockFile({ prod: prices });

    expect(findSetting('prod', 'prices.pro')).toMatchObject({ value: 'price_pro', source: 'prices.json' });
  });

  it('has a meaning, its own or that of its parent', () => {
    expect(findSetting('prod', 'waf.enabled')?.meaning).toContain('AWS WAF');
    expect(findSetting('prod', 'models.0.label')?.meaning).toBe(
      findSetting('prod', 'models.1.cost')?.meaning,
    );
    for (const { path, meaning } of describeSettings('prod')) expect(meaning, path).not.toBe('');
  });

  it('exists once for each setting', () => {
    const paths = describeSettings('dev').map(({ path }) => path);

    expect(new Set(paths).size).toBe(paths.length);
  });
});
