import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { I18n } from 'aws-amplify/utils';
import type { Desk } from './desk.ts';

/** Our words for Amplify's, under the keys Amplify looks them up by. */
const VOCABULARY = {
  'Signing in': 'Signing in…',
  'Create Account': 'Sign up',
  'Creating Account': 'Signing up…',
  'Send code': 'Send reset password instructions',
  Submit: 'Update password',
  Submitting: 'Updating password', // Amplify adds the dots to these two itself.
  Sending: 'Sending instructions',
  Confirm: 'Verify token',
  Confirming: 'Verifying token…',
  'Resend Code': 'Send a new code',
  'Back to Sign In': 'Already have an account? Sign in',
  'Your code is on the way. To log in, enter the code we sent you': 'The email holds a link and a code',
  'It may take a minute to arrive': 'Both work for a day',
  'Your passwords must match': 'The passwords are not the same.',
  // The service was not reached, so these are not its words.
  'A network error has occurred.': 'Thumbforge could not be reached. Check your connection and try again.',
};

const LANGUAGE = 'en';
I18n.setLanguage(LANGUAGE);
I18n.putVocabulariesForLanguage(LANGUAGE, VOCABULARY);

/** What to show for an error: the service's own words, but for those above. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return String(I18n.get(words));
}

export const EMAIL = { label: 'Email', placeholder: 'you@example.com' };
export const CODE = { label: 'Code', placeholder: '123456', inputMode: 'numeric' } as const;

const noPlaceholder = { placeholder: '' };
/** The user pool's own policy (`infra/constructs/identity.ts`), which is also what judges. */
const rule = { descriptiveText: 'At least 10 characters, with a lower-case letter and a digit.' };

/**
 * The fields of Amplify's forms. What was typed into one form is there in the next: Amplify reads these at the moment
 * it opens a form, and hands whatever it does not know on to the field.
 */
export function formFieldsOf(desk: Desk): NonNullable<AuthenticatorProps['formFields']> {
  const username = carried(EMAIL, () => desk.email);
  const email = carried({ ...EMAIL, order: 1, isRequired: true }, () => desk.email);
  const code = carried({ ...CODE, autocomplete: 'one-time-code', order: 2 }, () => desk.code);
  const again = { ...noPlaceholder, label: 'Confirm password' };
  return {
    signIn: { username, password: carried(noPlaceholder, () => desk.password) },
    signUp: {
      email,
      password: carried({ ...noPlaceholder, ...rule }, () => desk.password),
      confirm_password: again,
    },
    confirmSignUp: { email, confirmation_code: code },
    forgotPassword: { username },
    confirmResetPassword: {
      email,
      confirmation_code: code,
      password: { ...noPlaceholder, ...rule, label: 'New password' },
      confirm_password: again,
    },
  };
}

function carried<T extends object>(options: T, defaultValue: () => string): T {
  return Object.defineProperty({ ...options }, 'defaultValue', { enumerable: true, get: defaultValue });
}
