import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { I18n } from 'aws-amplify/utils';
import type { ReactNode } from 'react';
import type { AuthFormState } from './auth-form-state.ts';

/** The labels of the specification, by Amplify's own texts. */
const LABELS = {
  'Signing in': 'Signing in...',
  'Create Account': 'Sign up',
  'Creating Account': 'Signing up...',
  'Send code': 'Send reset password instructions',
  Submit: 'Update password',
  Submitting: 'Updating password', // Amplify adds the dots to this and the next one.
  Sending: 'Sending instructions',
  Confirm: 'Verify token',
  Confirming: 'Verifying token...',
  'Resend Code': 'Send a new code',
  'Back to Sign In': 'Already have an account? Sign in',
  'Your code is on the way. To log in, enter the code we sent you': 'The email has a code and a link',
  'It may take a minute to arrive': 'Enter the code, or open the link on this device. Both work for a day',
  'Your passwords must match': 'The passwords are not the same.',
};

const LANGUAGE = 'en';
I18n.setLanguage(LANGUAGE);
I18n.putVocabulariesForLanguage(LANGUAGE, LABELS);

export const EMAIL_FIELD = { label: 'Email', placeholder: 'you@example.com' };
export const CODE_FIELD = { label: 'Code', placeholder: '123456', inputMode: 'numeric' } as const;

const noPlaceholder = { placeholder: '' };

/**
 * The fields of Amplify's forms. Amplify reads the options when it opens a form, and passes unknown options to the input:
 * so `defaultValue` carries the typed values from one form to the next.
 * @param passwordRules the description of a new password
 */
export function createFormFields(
  formState: AuthFormState,
  passwordRules: ReactNode,
): NonNullable<AuthenticatorProps['formFields']> {
  const policy = { descriptiveText: passwordRules };
  const username = withDefault(EMAIL_FIELD, () => formState.email);
  const email = withDefault({ ...EMAIL_FIELD, order: 1, isRequired: true }, () => formState.email);
  const code = withDefault({ ...CODE_FIELD, autocomplete: 'one-time-code', order: 2 }, () => formState.code);
  const confirmPassword = { ...noPlaceholder, label: 'Confirm password' };
  return {
    signIn: { username, password: withDefault(noPlaceholder, () => formState.password) },
    signUp: {
      email,
      password: withDefault({ ...noPlaceholder, ...policy }, () => formState.password),
      confirm_password: confirmPassword,
    },
    confirmSignUp: { email, confirmation_code: code },
    forgotPassword: { username },
    confirmResetPassword: {
      email,
      confirmation_code: code,
      password: { ...noPlaceholder, ...policy, label: 'New password' },
      confirm_password: confirmPassword,
    },
  };
}

function withDefault<T extends object>(options: T, defaultValue: () => string): T {
  return Object.defineProperty({ ...options }, 'defaultValue', { enumerable: true, get: defaultValue });
}
