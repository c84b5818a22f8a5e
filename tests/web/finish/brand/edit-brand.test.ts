import { expect, it } from 'vitest';
import type { Layout } from '#contract/design/brand.ts';
import { LIMITS } from '#contract/limits.ts';
import { findLayoutLimit, putLayout } from '../../../../web/src/features/finish/brand/edit-brand.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';

const BRAND = { colors: ['#123456'], layouts: [] };

it.each([
  ['can be saved', 'has', 0, undefined],
  [
    'cannot be saved',
    'would have one more than',
    1,
    'Your layouts are too large. Delete one to save another.',
  ],
])('A layout %s with which the brand %s the bytes that a brand may have', (_saved, _size, more, expected) => {
  const nameWith = (length: number): Layout => ({
    id: '33333333-3333-4333-8333-333333333333',
    // The first letter has two bytes.
    name: `é${'x'.repeat(length)}`,
    layers: [createTextLayer()],
  });
  const { length } = new TextEncoder().encode(JSON.stringify(putLayout(nameWith(0))(BRAND)));

  expect(findLayoutLimit(BRAND, nameWith(LIMITS.brandBytes - length + more))).toBe(expected);
});
