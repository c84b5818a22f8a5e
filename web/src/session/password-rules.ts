import { isCommonPassword } from './common-password.ts';

interface PasswordRule {
  /** Completes "The password needs". */
  text: string;
  isKept: (password: string) => boolean;
  /** True if few passwords break the rule, so that the rule is shown only when it is broken. */
  isRare?: true;
}

/**
 * The rules of a password. The user pool (`infra/constructs/identity.ts`) enforces all except the rule about common words, and limits
 * the length and the ends itself (`Password`, Amazon Cognito API Reference).
 */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { text: 'at least 10 characters', isKept: ({ length }) => length >= 10 },
  { text: 'a lower-case letter', isKept: (password) => /[a-z]/.test(password) },
  { text: 'a digit', isKept: (password) => /\d/.test(password) },
  { text: 'more than one common word', isKept: (password) => password !== '' && !isCommonPassword(password) },
  { text: 'no space at its ends', isKept: (password) => !/^\s|\s$/.test(password), isRare: true },
  { text: 'at most 256 characters', isKept: ({ length }) => length <= 256, isRare: true },
];
