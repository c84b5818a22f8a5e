import { describe, expect, inject, it } from 'vitest';
import { namedCases } from '../prove/cases/index.ts';
import { faults } from '../prove/faults/index.ts';

/** The small share of `npm run prove` that runs with every test. */
const SAMPLE = { seed: 1, extent: 'sample' } as const;

describe('nothing is lost', () => {
  it('whichever call of an operation breaks', async () => {
    expect((await faults(SAMPLE, inject('assembly'))).violations).toEqual([]);
  });

  it('in any of the troubles that have names', async () => {
    expect((await namedCases(SAMPLE, inject('assembly'))).violations).toEqual([]);
  });
});
