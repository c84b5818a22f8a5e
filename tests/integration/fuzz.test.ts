import { expect, inject, it } from 'vitest';
import { proveInput } from '../prove/input/index.ts';

// `npm run prove` sends ten thousand, others each time.
it('three hundred requests that are wrong break nothing and are not charged', async () => {
  const { violations, rows } = await proveInput({ seed: 1, size: 'sample', assembly: inject('assembly') });

  expect(violations).toEqual([]);
  expect(rows.every(({ runs, passed }) => runs > 0 && passed === runs)).toBe(true);
});
