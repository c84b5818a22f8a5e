import { expect, inject, it } from 'vitest';
import { ownership } from '../prove/ownership/index.ts';

it("another's ids lead nowhere, and another's signed URLs show nothing", async () => {
  const { violations, lines } = await ownership({ seed: 1, extent: 'sample' }, inject('assembly'));

  expect(violations).toEqual([]);
  expect(lines.every(({ tried, held }) => tried > 0 && held === tried)).toBe(true);
});
