import { expect, it } from 'vitest';
import { formatBytes, formatMoney } from '../../../web/src/lib/format.ts';

it.each([
  [350, 'gbp', '£3.50'],
  [1_000, 'gbp', '£10.00'],
  [35, 'gbp', '£0.35'],
  [123_456, 'eur', '€1,234.56'],
  [500, 'jpy', 'JP¥500'],
])('writes %i in %s as %s', (amount, currency, written) => {
  expect(formatMoney(amount, currency)).toBe(written);
});

it.each([
  [0, '0 kB'],
  [309_001, '310 kB'],
  [999_999, '1000 kB'],
  [1_000_000, '1.0 MB'],
  [2_649_999, '2.6 MB'],
])('writes %i bytes as %s', (bytes, written) => {
  expect(formatBytes(bytes)).toBe(written);
});
