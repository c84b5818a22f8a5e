import { expect, it } from 'vitest';
import { authErrorMessage } from '../../../web/src/session/auth-error.ts';

it.each([
  ['username is required to signIn', 'Enter your email address.'],
  ['password is required to signIn', 'Enter your password.'],
  ['code is required to confirmSignUp', 'Enter the code from the email.'],
  [
    'Password did not conform with policy: Password must have numeric characters',
    'The password needs a digit.',
  ],
  [
    'Password did not conform with policy: Password must have uppercase characters',
    'The password does not fit. At least 10 characters, with a lower-case letter and a digit.',
  ],
  [
    'Invalid code or auth state for the user.',
    'This code is not right. Check the latest email, or request a new code.',
  ],
  [
    "1 validation error detected: Value at 'confirmationCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\S]+",
    'Check what you have entered and try again.',
  ],
  ['CustomMessage failed with error timeout.', 'Thumbforge could not finish this step. Please try again.'],
  [
    'PreTokenGeneration invocation failed due to error timeout.',
    'Thumbforge could not finish this step. Please try again.',
  ],
  [
    'Request not allowed due to WAF block.',
    'There were too many requests from your network. Wait a few minutes and try again.',
  ],
  ['PostConfirmation failed with error timeout.', 'Thumbforge could not finish this step. Please try again.'],
])('replaces the raw message "%s"', (raw, text) => {
  expect(authErrorMessage(new Error(raw))).toBe(text);
});

it('keeps a message that the user can act on', () => {
  expect(authErrorMessage(new Error('Incorrect username or password.'))).toBe(
    'Incorrect username or password.',
  );
});
