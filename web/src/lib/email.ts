/** Whether a text has the form of an address. The first part excludes the @, so that no text takes quadratic time. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@\S+$/.test(text);

/** Removes the blanks of a code: Cognito rejects `123 456`, as some mail programs show and copy it. */
export const normalizeCode = (text: string) => text.replace(/\s/g, '');

/** The code in the URL of an e-mailed link. Empty without one. */
export const readCode = (search: URLSearchParams) => /^\d{4,10}$/.exec(search.get('code') ?? '')?.[0] ?? '';
