import { expect, inject, it } from 'vitest';
import { proveHistories } from '../prove/histories/index.ts';

/** Of a test that hangs, in ms: fifty lives are the work of many tests. */
const PATIENCE = 240_000;

// `npm run prove` plays a thousand, with another seed each time.
it('fifty lives of users break no promise', { timeout: PATIENCE }, async () => {
  const { violations, rows } = await proveHistories({
    seed: 1,
    size: 'sample',
    assembly: inject('assembly'),
  });

  expect(violations).toEqual([]);
  expect(rows[0]).toMatchObject({ runs: 50, passed: 50 });
});
