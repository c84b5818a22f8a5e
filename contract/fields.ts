/** The kinds of text that requests contain. Every message names the field. */
import * as z from 'zod/mini';
import { LANGUAGE_TAG } from './design/design-limits.ts';
import { hasVisibleCharacter } from './visible-text.ts';

// Newline and tab are the only control characters that a prompt may contain.
const ALLOWED_CHARACTERS = /^[\n\t\P{Cc}]*$/u;

/**
 * A line may contain the two joiners that scripts and emoji need, and the tags that make the flag of a region. Any other invisible
 * character could make two names look the same, or change the order of their letters.
 */
const VISIBLE_LINE =
  /^(?:[\P{Cf}\u200c\u200d]|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})*$/u;

/** Accepts a text and replaces each line break of Windows by a line feed, which all other platforms write. */
export const plainText = (name: string) =>
  z.string(`${name} must be text`).check(z.overwrite((value) => value.replaceAll('\r\n', '\n')));

/**
 * Accepts a text of several lines.
 * @param limit the most characters after trimming. A longer text gets no other check.
 */
export const multilineText = (name: string, limit: number) =>
  plainText(name).check(
    z.trim(),
    atMost(limit, name),
    z.refine((value) => value.isWellFormed(), `${name} must be valid Unicode`),
    z.refine((value) => ALLOWED_CHARACTERS.test(value), `${name} must not contain control characters`),
  );

/** Accepts a text of several lines that has a visible character. */
export const requiredText = (name: string, limit: number) =>
  multilineText(name, limit).check(
    z.minLength(1, { error: `${name} must not be empty`, abort: true }),
    z.refine(hasVisibleCharacter, `${name} must have a visible character`),
  );

/** Accepts one line that has a visible character, e.g. a name. */
export const oneLine = (name: string, limit: number) =>
  requiredText(name, limit).check(
    z.refine((value) => !/[\n\t\p{Zl}\p{Zp}]/u.test(value), `${name} must be one line`),
    z.refine((value) => VISIBLE_LINE.test(value), `${name} must not contain invisible characters`),
  );

/** Limits a text, in Unicode code points. A longer text gets no further checks, because these checks may be slow. */
export const atMost = (limit: number, name: string) =>
  z.refine<string>((value) => Array.from(value).length <= limit, {
    error: `${name} must be at most ${limit} characters`,
    abort: true,
  });

/** The most characters of base64 (RFC 4648, section 4) for this many bytes. */
export const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

/** Accepts a file in base64. The function checks the decoded bytes. @param bytes the size of the largest file. */
export const base64 = (name: string, bytes: number) =>
  z
    .string(`${name} must be text`)
    .check(
      z.maxLength(base64Length(bytes), `${name} must be at most ${bytes} bytes`),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, `${name} must be base64`),
    );

export const uuid = (name: string) =>
  z.string(`${name} must be a UUID`).check(z.toLowerCase(), z.uuid(`${name} must be a UUID`));

/**
 * Accepts the canonical BCP 47 tag of a language. A former tag, e.g. `iw` for `he`, would be a second language with the same name. It is
 * refused and not replaced, because a text may have translations for both.
 */
export const languageTag = (error: string) =>
  z.string(error).check(
    z.regex(LANGUAGE_TAG, { error, abort: true }),
    z.refine((tag) => Intl.getCanonicalLocales(tag)[0] === tag, error),
  );

/** Accepts the number of entries in one page of a list, as the text of a query parameter. */
export const pageLimit = (most: number) =>
  z.optional(
    z
      .pipe(z.string().check(z.regex(/^\d{1,4}$/, 'limit must be a whole number')), z.transform(Number))
      .check(z.minimum(1, 'limit must be at least 1'), z.maximum(most, `limit must be at most ${most}`)),
  );

/** Accepts the cursor that a page of a list returned. */
export const pageCursor = z.optional(
  z.string().check(z.maxLength(500, 'cursor must be at most 500 characters')),
);

/** The `params` of an error. */
export const errorParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** The response to a message that needs no answer. */
export const receivedResponse = z.object({ received: z.literal(true) });

/** The idempotency key is required on each request that makes an image. A repeated request with the same key makes and takes nothing again. */
export const idempotencyKey = uuid('Idempotency-Key');
