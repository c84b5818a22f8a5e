import { expect, it } from 'vitest';
import { authErrorMessage } from '../../../web/src/session/auth-error.ts';

const NOT_FINISHED = 'Thumbforge could not finish this step. Please try again.';
const EXPIRED = 'This sign-in has expired. Send a new code, and enter it within three minutes.';
const CHECK = 'Check what you have entered and try again.';
const REFUSED =
  'The password does not fit. It needs at least 10 characters, a lower-case letter and a digit, and must be more than one common word.';
const CONSTRAINT = 'failed to satisfy constraint: Member must satisfy regular expression pattern: [\\S]+';

it.each([
  ['EmptySignInUsername', 'another text', 'Enter your email address.'],
  ['EmptySignUpPassword', 'another text', 'Enter your password.'],
  ['EmptyConfirmSignUpCode', 'another text', 'Enter the code from the email.'],
  ['SignInException', 'another text', EXPIRED],
  ['NetworkError', 'another text', 'Thumbforge could not be reached. Check your connection and try again.'],
  ['UserLambdaValidationException', 'another text', NOT_FINISHED],
  ['UnexpectedLambdaException', 'another text', NOT_FINISHED],
  ['InvalidLambdaResponseException', 'another text', NOT_FINISHED],
  [
    'ForbiddenException',
    'another text',
    'There were too many requests from your network. Wait a few minutes and try again.',
  ],
  ['InvalidPasswordException', 'another text', REFUSED],
  [
    'InvalidPasswordException',
    'Password did not conform with policy: Password must have numeric characters',
    'The password needs a digit.',
  ],
  [
    'InvalidPasswordException',
    'Password did not conform with policy: Password must have lowercase characters',
    'The password needs a lower-case letter.',
  ],
  [
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
    'The password is too short. Use at least 10 characters.',
  ],
  [
    'NotAuthorizedException',
    'Password attempts exceeded',
    'Too many wrong passwords. Wait a few minutes, or reset your password.',
  ],
  ['NotAuthorizedException', 'Invalid session for the user, session is expired.', EXPIRED],
  [
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
    'Your email is already confirmed. You can sign in.',
  ],
  [
    'CodeMismatchException',
    'Invalid code or auth state for the user.',
    'This code is not right. Check the latest email, or request a new code.',
  ],
  [
    'InvalidParameterException',
    'Username should be an email.',
    'Enter a whole email address, like you@example.com.',
  ],
  ['InvalidParameterException', `1 validation error detected: Value at 'password' ${CONSTRAINT}`, REFUSED],
  ['InvalidParameterException', `1 validation error detected: Value at 'code' ${CONSTRAINT}`, CHECK],
  ['InvalidParameterException', `2 validation errors detected: Value at 'code' ${CONSTRAINT}`, CHECK],
  // The message of the service, which the user can act on.
  ['NotAuthorizedException', 'Incorrect username or password.', 'Incorrect username or password.'],
])('says of %s, "%s": %s', (name, message, text) => {
  expect(authErrorMessage(Object.assign(new Error(message), { name }))).toBe(text);
});
