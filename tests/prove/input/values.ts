import fc from 'fast-check';
import { codePoint } from '../../support/code-point.ts';

/** Part of some prompts. No log line may contain it. */
export const PROMPT_MARKER = 'a-prompt-that-must-not-be-logged';

/** Placeholders for the user's own id and for another user's id, which are known only when the requests are sent. */
export const OWN_ID = '{own}';
export const OTHER_ID = '{other}';

/** Placeholder for lists in each other, which `JSON.stringify` cannot write. */
export const NESTED = '{nested}';
/** JSON of lists that no recursive function can follow, in fewer bytes than a body may have. */
export const NESTED_JSON = '['.repeat(30_000) + ']'.repeat(30_000);

const extremeNumber = fc.constantFrom(
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER - 1,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  2 ** 53,
  2 ** 32,
  2 ** 31,
  -1,
);

const UNUSUAL_TEXTS = [
  '',
  ' \n\t ',
  '\u0000',
  'a\u0007b',
  '\ud800',
  '\u202e\u200b',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(300),
  'x'.repeat(2_001),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'valueOf',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '${jndi:ldap://127.0.0.1/a}',
  'NaN',
  '-0',
  '1e400',
  PROMPT_MARKER,
];

/** A text on which a pattern may take quadratic time. Some are inside the limits of a prompt, a design or a body. */
const repeated = fc
  .record({
    unit: fc.oneof(fc.constantFrom('.', '!', ')', '(', '@', '/', ' ', 'https:', 'youtu.be/'), codePoint),
    length: fc.constantFrom(450, 1_990, 15_000, 60_000),
    end: fc.constantFrom('', 'a', ' '),
  })
  .map(({ unit, length, end }) => unit.repeat(length / unit.length) + end);

export const unusualText = fc.oneof(
  fc.constantFrom(...UNUSUAL_TEXTS),
  fc.string({ unit: codePoint, maxLength: 60 }),
  repeated,
);
export const junk = fc.oneof(
  unusualText,
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  fc.double(),
  fc.constantFrom(null, true, [], {}, [null], { toString: 1 }),
  fc.constant(NESTED),
  extremeNumber,
);
export const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
});

/** Usually a valid value, so that an invalid value in another field is reached. */
export const mostly = (valid: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: valid, weight: 4 }, { arbitrary: junk, weight: 1 });
