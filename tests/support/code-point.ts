import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/** Any code point. The unit `binary` of fast-check is the same, but takes half a second to build a table of all of them. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((code) => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count));
