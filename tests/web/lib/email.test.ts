import { expect, it } from 'vitest';
import { normalizeCode } from '../../../web/src/lib/email.ts';

it.each([
  ['blanks', ' 123 456\u00a0'],
  ['a hyphen', '123-456'],
  ['another dash', '123\u2013456'],
  ['full-width digits', '１２３４５６'],
  ['Arabic digits', '١٢٣٤٥٦'],
  ['Persian digits', '۱۲۳۴۵۶'],
  ['invisible characters', '\u200e123456\u200b'],
  ['a word before it', 'Code: 123456'],
])('a code with %s is the code that was e-mailed', (_what, text) => {
  expect(normalizeCode(text)).toBe('123456');
});
