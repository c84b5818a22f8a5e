/** Whether a text has the form of an address. The first part excludes the @, so that no text takes quadratic time. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@\S+$/.test(text);
