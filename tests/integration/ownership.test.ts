import { expect, inject, it } from 'vitest';
import { proveOwnership } from '../prove/ownership/index.ts';

it("another's ids lead nowhere, and another's signed URLs show nothing", async () => {
  const { violations, rows } = await proveOwnership({
    seed: 1,
    size: 'sample',
    assembly: inject('assembly'),
  });

  expect(violations).toEqual([]);
  expect(rows.every(({ runs, passed }) => runs > 0 && passed === runs)).toBe(true);
});
