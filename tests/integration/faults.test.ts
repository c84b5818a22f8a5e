import { describe, expect, inject, it } from 'vitest';
import { proveCases } from '../prove/cases/index.ts';
import { proveFaults } from '../prove/faults/index.ts';

/** The small share of `npm run prove` that runs with every test. */
const SAMPLE = { seed: 1, size: 'sample' } as const;

describe('nothing is lost', () => {
  it('whichever call of an operation breaks', async () => {
    expect((await proveFaults({ ...SAMPLE, assembly: inject('assembly') })).violations).toEqual([]);
  });

  it('in any of the troubles that have names', async () => {
    expect((await proveCases({ ...SAMPLE, assembly: inject('assembly') })).violations).toEqual([]);
  });
});
