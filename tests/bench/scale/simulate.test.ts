import { describe, expect, it } from 'vitest';
import { Quota } from './quota.ts';
import type { Painter } from './scenarios.ts';
import { simulate } from './simulate.ts';

const painter = (perMinute: number, changes: Partial<Painter> = {}): Painter => ({
  label: 'One',
  perMinute,
  dollars: 0.04,
  seconds: 5,
  ...changes,
});
const steady = (perMinute: number, minutes = 60) => [{ minutes, perMinute }];

describe('a quota', () => {
  it('lets so many begin in any 60 seconds, and the next when the first is 60 seconds ago', () => {
    const quota = new Quota(2);
    quota.take(10);
    quota.take(30);

    expect([40, 69, 70, 80].map((now) => quota.freeAt(now))).toEqual([70, 70, 70, 80]);
  });
});

describe('the simulation', () => {
  it('is the same whenever it runs, and another with another seed', () => {
    const scenario = { models: [painter(90)], phases: steady(90) };

    expect(simulate(scenario)).toEqual(simulate(scenario));
    expect(simulate({ ...scenario, seed: 7 })).not.toEqual(simulate(scenario));
  });

  it('brings requests at the rate that was asked for', () => {
    const { asked } = simulate({ models: [painter(90)], phases: steady(60, 600) });

    // Three standard deviations of a Poisson count.
    expect(Math.abs(asked - 36_000)).toBeLessThan(3 * Math.sqrt(36_000));
  });

  it('brings the same requests whatever becomes of them', () => {
    const phases = steady(120);
    const alone = simulate({ models: [painter(10)], phases });
    const many = simulate({ models: [painter(10), painter(90)], phases, patience: 300 });

    expect(many.asked).toBe(alone.asked);
  });

  it('paints or refuses every request', () => {
    const { asked, painted, refused, waits } = simulate({ models: [painter(90)], phases: steady(150) });

    expect(painted + refused).toBe(asked);
    expect(waits).toHaveLength(painted);
  });

  it('refuses nobody far below the quota', () => {
    expect(simulate({ models: [painter(90)], phases: steady(30) }).refused).toBe(0);
  });

  it('never paints more than the quotas allow, however many ask', () => {
    const { painted } = simulate({ models: [painter(90), painter(15)], phases: steady(1_000) });

    expect(painted).toBeLessThanOrEqual(61 * 105);
    expect(painted).toBeGreaterThan(59 * 105);
  });

  it('asks the second model only where the first has no room', () => {
    expect(simulate({ models: [painter(90), painter(15)], phases: steady(30) }).byModel[1]).toBe(0);
    const busy = simulate({ models: [painter(90), painter(15)], phases: steady(300) }).byModel;
    expect((busy[0] ?? 0) / (busy[1] ?? 0)).toBeCloseTo(90 / 15, 0);
  });

  it('makes nobody wait without a queue', () => {
    const { waits } = simulate({ models: [painter(90)], phases: steady(300) });

    expect(waits.at(-1)).toBeLessThan(5 * 1.3 + 0.25 + 0.001);
  });

  it('lets a queue keep every request of a spike, as long as it is waited for', () => {
    const phases = [...steady(40, 10), ...steady(240, 3), ...steady(40, 30)];
    const pool = [painter(90), painter(15)];

    expect(simulate({ models: pool, phases }).refused).toBeGreaterThan(0);
    const queued = simulate({ models: pool, phases, patience: 600 });
    expect(queued.refused).toBe(0);
    expect(queued.waits.at(-1)).toBeGreaterThan(60);
  });

  it('lets no wait outlast the patience, whatever the painting takes', () => {
    const { waits } = simulate({ models: [painter(90)], phases: steady(300), patience: 60 });

    expect(waits.at(-1)).toBeLessThan(60 + 5 * 1.3 + 0.25 + 0.001);
  });

  it('paints no more with a queue than without, where too much is asked all the time', () => {
    const phases = steady(150, 600);
    const models = [painter(90)];
    const without = simulate({ models, phases });
    const withQueue = simulate({ models, phases, patience: 300 });

    expect(withQueue.painted / without.painted).toBeCloseTo(1, 1);
  });

  it('runs no more at once than there are places', () => {
    const models = [painter(600, { seconds: 20 })];
    const { atOnce, refused } = simulate({ models, phases: steady(120), places: 10 });

    expect(atOnce).toBe(10);
    expect(refused).toBeGreaterThan(0);
  });
});
