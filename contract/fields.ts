/** The kinds of text that requests contain. Every message names the field. */
import * as z from 'zod/mini';

// Newline and tab are the only control characters that a prompt may contain.
const ALLOWED_CHARACTERS = /^[\n\t\P{Cc}]*$/u;

/** @param limit the most characters after trimming. A longer text gets no other check. */
export const multilineText = (name: string, limit: number) =>
  z.string(`${name} must be text`).check(
    z.trim(),
    atMost(limit, name),
    z.refine((value) => value.isWellFormed(), `${name} must be valid Unicode`),
    z.refine((value) => ALLOWED_CHARACTERS.test(value), `${name} must not contain control characters`),
  );

/** A line that is not empty, e.g. a name. */
export const oneLine = (name: string, limit: number) =>
  multilineText(name, limit).check(
    z.minLength(1, `${name} must not be empty`),
    z.refine((value) => !/[\n\t]/.test(value), `${name} must be one line`),
  );

/** The limit is in Unicode code points. A longer text gets none of the checks that follow, which may be slow. */
export const atMost = (limit: number, name: string) =>
  z.refine<string>((value) => Array.from(value).length <= limit, {
    error: `${name} must be at most ${limit} characters`,
    abort: true,
  });

export const uuid = (name: string) =>
  z.string(`${name} must be a UUID`).check(z.toLowerCase(), z.uuid(`${name} must be a UUID`));

/** The `params` of an error. */
export const errorParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** The response to a message that needs no answer. */
export const receivedResponse = z.object({ received: z.literal(true) });
