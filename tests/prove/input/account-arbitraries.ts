import fc from 'fast-check';
import { junk, mostly } from './values.ts';

export const keyName = fc.record({
  name: mostly(fc.constantFrom('Upload script', '', 'x'.repeat(61), 'a\nb')),
  extra: junk,
});

export const supportMessage = fc.record({
  subject: mostly(fc.constantFrom('Question', '', 'a\r\nBcc: all@example.com', 'x'.repeat(121))),
  message: mostly(fc.constantFrom('Hello', '', 'a\u0000b', 'x'.repeat(4_001))),
  requestIds: mostly(fc.constantFrom([], ['a b'], Array(6).fill('id'))),
  extra: junk,
});

export const pageError = fc.record({
  code: mostly(fc.constantFrom('error', 'load', 'x')),
  page: mostly(fc.constantFrom('home', 'finish', '/thumbnails/1')),
  version: mostly(fc.constantFrom('abc_-123', '', 'x'.repeat(17), 'a\u0000b')),
  browser: mostly(fc.constantFrom('firefox', 'Mozilla/5.0')),
  extra: junk,
});
