import { describe, expect, it } from 'vitest';
import { proveCases } from '../prove/cases/index.ts';
import { proveFaults } from '../prove/faults/index.ts';
import { proveSample, shareCloud } from './support/cloud.ts';

describe('the invariants of the credits', () => {
  it('hold when any call of an operation fails', async () => {
    expect((await proveFaults(await shareCloud(), proveSample())).violations).toEqual([]);
  });

  it('hold in each of the named failure cases', async () => {
    expect((await proveCases(await shareCloud(), proveSample())).violations).toEqual([]);
  });
});
