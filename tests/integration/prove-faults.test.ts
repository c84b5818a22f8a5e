import { describe, expect, inject, it } from 'vitest';
import { proveCases } from '../prove/cases/index.ts';
import { proveFaults } from '../prove/faults/index.ts';

/** `npm run prove` runs all cases; this is the small share that runs with every test. */
const SAMPLE = { seed: 1, size: 'sample' } as const;

describe('the invariants of the credits', () => {
  it('hold when any call of an operation fails', async () => {
    expect((await proveFaults({ ...SAMPLE, assembly: inject('assembly') })).violations).toEqual([]);
  });

  it('hold in each of the named failure cases', async () => {
    expect((await proveCases({ ...SAMPLE, assembly: inject('assembly') })).violations).toEqual([]);
  });
});
