import { expect, inject, it } from 'vitest';
import { badInput } from '../prove/input/index.ts';

// `npm run prove` sends ten thousand, others each time.
it('three hundred requests that are wrong break nothing and are not charged', async () => {
  const { violations, lines } = await badInput({ seed: 1, extent: 'sample' }, inject('assembly'));

  expect(violations).toEqual([]);
  expect(lines.every(({ tried, held }) => tried > 0 && held === tried)).toBe(true);
});
