import { expect, inject, it } from 'vitest';
import { histories } from '../prove/histories/index.ts';

/** Of a test that hangs, in ms: fifty lives are the work of many tests. */
const PATIENCE = 240_000;

// `npm run prove` plays a thousand, with another seed each time.
it('fifty lives of users break no promise', { timeout: PATIENCE }, async () => {
  const { violations, lines } = await histories({ seed: 1, extent: 'sample' }, inject('assembly'));

  expect(violations).toEqual([]);
  expect(lines[0]).toMatchObject({ tried: 50, held: 50 });
});
