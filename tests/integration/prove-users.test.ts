import { describe, expect, it } from 'vitest';
import { proveHistories } from '../prove/histories/index.ts';
import { proveInput } from '../prove/input/index.ts';
import { proveOwnership } from '../prove/ownership/index.ts';
import { proveRestore } from '../prove/restore/index.ts';
import { proveSample, shareCloud } from './support/cloud.ts';

describe('the API', () => {
  it('keeps its invariants in random histories of users', async () => {
    const { violations, rows } = await proveHistories(await shareCloud(), proveSample());

    expect(violations).toEqual([]);
    // A sample may save no design.
    const mayBeNone = ({ check }: { check: string }) => check === 'saved designs';
    expect(rows.every((row) => (row.runs > 0 || mayBeNone(row)) && row.passed === row.runs)).toBe(true);
  });

  it('keeps its invariants when damaged rows are restored', async () => {
    const { violations, rows } = await proveRestore(await shareCloud(), proveSample());

    expect(violations).toEqual([]);
    // A seed may damage no row.
    expect(rows[0]).toEqual({ check: 'restorations', runs: 1, passed: 1 });
  });

  it('refuses invalid requests without an internal error and without taking a credit', async () => {
    const { violations, rows } = await proveInput(await shareCloud(), proveSample());

    expect(violations).toEqual([]);
    expect(rows.every(({ runs, passed }) => runs > 0 && passed === runs)).toBe(true);
  });

  it('gives no access to the objects of another user by their id or with another signed URL', async () => {
    const { violations, rows } = await proveOwnership(await shareCloud(), proveSample());

    expect(violations).toEqual([]);
    expect(rows.every(({ runs, passed }) => runs > 0 && passed === runs)).toBe(true);
  });
});
