import { describe, expect, it } from 'vitest';
import { proveCases } from '../prove/cases/index.ts';
import { proveFaults } from '../prove/faults/index.ts';
import { proveSample, shareCloud } from './support/cloud.ts';

/** Timeout of a test that hangs, in ms: each case runs many operations. */
const TIMEOUT = 240_000;

describe('the invariants of the credits', () => {
  it('hold when any call of an operation fails', { timeout: TIMEOUT }, async () => {
    expect((await proveFaults(await shareCloud(), proveSample())).violations).toEqual([]);
  });

  it('hold in each of the named failure cases', { timeout: TIMEOUT }, async () => {
    expect((await proveCases(await shareCloud(), proveSample())).violations).toEqual([]);
  });
});
