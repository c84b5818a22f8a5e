/** True if a text has the form of an address. The first part excludes the @, so that no text takes quadratic time. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@\S+$/.test(text);

/**
 * The ASCII digits of an e-mailed code, because Cognito takes no others: keyboards type full-width, Arabic and Persian ones, and
 * mail programs show and copy a code with blanks or a hyphen.
 */
export const normalizeCode = (text: string): string =>
  text
    // The last four bits of each of these digits are its value.
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\D/g, '');

/** The code in the URL of an e-mailed link. Empty without one. */
export const readCode = (search: URLSearchParams) => /^\d{4,10}$/.exec(search.get('code') ?? '')?.[0] ?? '';
