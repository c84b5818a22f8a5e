import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { I18n } from 'aws-amplify/utils';

/** Our words for Amplify's, under the keys Amplify looks them up by. */
const VOCABULARY = {
  'Sign In': 'Sign in',
  'Create Account': 'Sign up',
  'Creating Account': 'Signing up',
  'Send code': 'Send reset password instructions',
  Submit: 'Update password',
  Submitting: 'Updating password',
  Confirm: 'Verify token',
  Confirming: 'Verifying token',
  'Resend Code': 'Send a new code',
  'Back to Sign In': 'Already have an account? Sign in',
};

const LANGUAGE = 'en';
I18n.setLanguage(LANGUAGE);
I18n.putVocabulariesForLanguage(LANGUAGE, VOCABULARY);

const email = { label: 'Email', placeholder: 'you@example.com' };
const code = { label: 'Code', placeholder: '123456', autocomplete: 'one-time-code' };
const noPlaceholder = { placeholder: '' };

export const FORM_FIELDS: NonNullable<AuthenticatorProps['formFields']> = {
  signIn: { username: email, password: noPlaceholder },
  signUp: {
    email,
    password: noPlaceholder,
    confirm_password: { ...noPlaceholder, label: 'Confirm password' },
  },
  confirmSignUp: { confirmation_code: code },
  forgotPassword: { username: email },
  confirmResetPassword: {
    confirmation_code: code,
    password: { ...noPlaceholder, label: 'New password' },
    confirm_password: { ...noPlaceholder, label: 'Confirm password' },
  },
};
