import { expect, it } from 'vitest';
import { formatMoney } from '../../../web/src/lib/format.ts';

it.each([
  [350, 'gbp', '£3.50'],
  [1_000, 'gbp', '£10.00'],
  [35, 'gbp', '£0.35'],
  [123_456, 'eur', '€1,234.56'],
  [500, 'jpy', 'JP¥500'],
])('writes %i in %s as %s', (amount, currency, written) => {
  expect(formatMoney(amount, currency)).toBe(written);
});
