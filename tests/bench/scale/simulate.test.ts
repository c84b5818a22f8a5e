import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readQuote } from '../report.ts';
import { renderReport } from './report.ts';
import { Quota, simulate, type PoolModel } from './simulate.ts';

const createModel = (perMinute: number, changes: Partial<PoolModel> = {}): PoolModel => ({
  label: 'One',
  perMinute,
  dollars: 0.04,
  seconds: 5,
  ...changes,
});
const steady = (perMinute: number, minutes = 60) => [{ minutes, perMinute }];

/** The longest time of a model of five seconds, with the product's overhead. */
const LONGEST_GENERATION = 5 * 1.3 + 0.25 + 0.001;

describe('the quota of the simulation', () => {
  it('allows its number of requests in any 60 seconds', () => {
    const quota = new Quota(2);
    quota.use(10);
    quota.use(30);

    expect([40, 69, 70, 80].map((now) => quota.nextFreeTime(now))).toEqual([70, 70, 70, 80]);
  });
});

describe('the load simulation', () => {
  it('has the same outcome for the same seed only', () => {
    const scenario = { models: [createModel(90)], phases: steady(90) };

    expect(simulate(scenario)).toEqual(simulate(scenario));
    expect(simulate({ ...scenario, seed: 7 })).not.toEqual(simulate(scenario));
  });

  it('generates requests at the given rate', () => {
    const { requested } = simulate({ models: [createModel(90)], phases: steady(60, 600) });

    // Three standard deviations of a Poisson count.
    expect(Math.abs(requested - 36_000)).toBeLessThan(3 * Math.sqrt(36_000));
  });

  it('generates the same requests for every pool', () => {
    const phases = steady(120);
    const small = simulate({ models: [createModel(10)], phases });
    const large = simulate({ models: [createModel(10), createModel(90)], phases, maxWait: 300 });

    expect(large.requested).toBe(small.requested);
  });

  it('completes or rejects every request', () => {
    const outcome = simulate({ models: [createModel(90)], phases: steady(150) });

    expect(outcome.generated + outcome.rejected).toBe(outcome.requested);
    expect(outcome.latencies).toHaveLength(outcome.generated);
  });

  it('rejects no request far below the quota', () => {
    expect(simulate({ models: [createModel(90)], phases: steady(30) }).rejected).toBe(0);
  });

  it('never generates more than the quotas allow', () => {
    const { generated } = simulate({ models: [createModel(90), createModel(15)], phases: steady(1_000) });

    expect(generated).toBeLessThanOrEqual(61 * 105);
    expect(generated).toBeGreaterThan(59 * 105);
  });

  it('uses the second model only when the quota of the first is used up', () => {
    const models = [createModel(90), createModel(15)];

    expect(simulate({ models, phases: steady(30) }).byModel[1]).toBe(0);
    const { byModel } = simulate({ models, phases: steady(300) });
    expect((byModel[0] ?? 0) / (byModel[1] ?? 0)).toBeCloseTo(90 / 15, 0);
  });

  it('never lets a request wait without a queue', () => {
    const { latencies } = simulate({ models: [createModel(90)], phases: steady(300) });

    expect(latencies.at(-1)).toBeLessThan(LONGEST_GENERATION);
  });

  it('rejects no request of a spike when the queue may be long enough', () => {
    const phases = [...steady(40, 10), ...steady(240, 3), ...steady(40, 30)];
    const models = [createModel(90), createModel(15)];

    expect(simulate({ models, phases }).rejected).toBeGreaterThan(0);
    const queued = simulate({ models, phases, maxWait: 600 });
    expect(queued.rejected).toBe(0);
    expect(queued.latencies.at(-1)).toBeGreaterThan(60);
  });

  it('never lets a request wait longer than the limit', () => {
    const { latencies } = simulate({ models: [createModel(90)], phases: steady(300), maxWait: 60 });

    expect(latencies.at(-1)).toBeLessThan(60 + LONGEST_GENERATION);
  });

  it('generates no more with a queue when the load stays above the quota', () => {
    const scenario = { models: [createModel(90)], phases: steady(150, 600) };
    const withQueue = simulate({ ...scenario, maxWait: 300 });

    expect(withQueue.generated / simulate(scenario).generated).toBeCloseTo(1, 1);
  });

  it('never exceeds the concurrency limit', () => {
    const models = [createModel(600, { seconds: 20 })];
    const { maxConcurrent, rejected } = simulate({ models, phases: steady(120), concurrency: 10 });

    expect(maxConcurrent).toBe(10);
    expect(rejected).toBeGreaterThan(0);
  });
});

describe('docs/scale.md', () => {
  it('quotes the current output of `npm run bench:scale` (update it with `-- --write`)', () => {
    const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');

    expect(readQuote(page, 'npm run bench:scale')).toBe(renderReport());
  });
});
