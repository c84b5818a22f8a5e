import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readPrices, writePrices } from '../../../infra/stages/prices.ts';
import { findStage } from '../../../infra/stages/stages.ts';

// The file is a setting of this repository: tests neither rely on it nor touch it.
vi.mock('node:fs', { spy: true });

const prices = { starter: 'price_1', pro: 'price_2', elite: 'price_3' };
let file = '';

const holds = (value: unknown) => {
  file = JSON.stringify(value);
};

beforeEach(() => {
  holds({});
  vi.mocked(readFileSync).mockImplementation(() => file);
  vi.mocked(writeFileSync).mockImplementation((_, text) => {
    file = text as string;
  });
});

describe("a stage's prices", () => {
  it('are part of its settings', () => {
    holds({ dev: prices });

    expect(findStage('dev')).toMatchObject({ stage: 'dev', prices });
  });

  it("are not another stage's", () => {
    holds({ dev: prices });

    expect(findStage('prod')).not.toHaveProperty('prices');
    expect(readPrices('prod')).toBeUndefined();
  });

  it('are absent before its setup: the stage deploys all the same', () => {
    expect(findStage('dev')).not.toHaveProperty('prices');
  });

  it.each([
    ['starter', { ...prices, starter: 'prod_1' }],
    ['pro', { ...prices, pro: '' }],
    ['elite', { ...prices, elite: 'price_3 ' }],
    ['elite', { ...prices, elite: 'price-3' }],
  ])('that are wrong fail, and the field is named: %s', (field, wrong) => {
    holds({ dev: wrong });

    expect(() => findStage('dev')).toThrow(
      `The settings of stage "dev" are wrong:\n  prices.${field}: must be a Stripe price id`,
    );
  });

  it.each([
    ['a pack without a price', { dev: { starter: 'price_1', pro: 'price_2' } }],
    ['a number', { dev: { ...prices, pro: 2 } }],
    ['a list', []],
    ['words', 'price_1'],
  ])('that are of another form (%s) fail', (_, value) => {
    holds(value);

    expect(() => findStage('dev')).toThrow();
  });
});

describe('writing prices', () => {
  it("puts them in, beside the other stages'", () => {
    holds({ prod: { ...prices, pro: 'price_prod' } });

    writePrices('dev', prices);

    expect(JSON.parse(file)).toEqual({ prod: { ...prices, pro: 'price_prod' }, dev: prices });
  });

  it('replaces the earlier ones', () => {
    writePrices('dev', prices);
    writePrices('dev', { ...prices, pro: 'price_4' });

    expect(readPrices('dev')).toEqual({ ...prices, pro: 'price_4' });
  });

  it('leaves a file to be committed: indented, with a line end', () => {
    writePrices('dev', prices);

    expect(file).toBe(`${JSON.stringify({ dev: prices }, null, 2)}\n`);
    expect(vi.mocked(writeFileSync).mock.calls[0]?.[0]).toMatch(/infra\/stages\/prices\.json$/);
  });
});
