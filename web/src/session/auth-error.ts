import { isLoadError } from '../lib/load-error.ts';

export const VALIDATION_MESSAGES = {
  emailMissing: 'Enter your email address.',
  emailIncomplete: 'Enter a whole email address, like you@example.com.',
  passwordMissing: 'Enter your password.',
  codeMissing: 'Enter the code from the email.',
  magicLinkUnavailable: 'This account has no sign-in by email. Use your password.',
} as const;

const { emailMissing, emailIncomplete, passwordMissing, codeMissing } = VALIDATION_MESSAGES;
/** Names the rules of `password-rules.ts`, which the forms load and the session does not. */
const PASSWORD_REFUSED =
  'The password does not fit. It needs at least 10 characters, a lower-case letter and a digit, and must be more than one common word.';
const SIGN_IN_EXPIRED = 'This sign-in has expired. Send a new code, and enter it within three minutes.';
const STEP_NOT_FINISHED = 'Thumbforge could not finish this step. Please try again.';
const INPUT_REFUSED = 'Check what you have entered and try again.';

/**
 * Messages by the name of the error: Amplify's names (`AuthValidationErrorCode` and `AuthErrorCodes` of @aws-amplify/auth,
 * `AmplifyErrorCode` of @aws-amplify/core), and Cognito's names ("Errors" of each operation, Amazon Cognito API Reference).
 */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['EmptySignInUsername', emailMissing],
  ['EmptySignUpUsername', emailMissing],
  ['EmptyConfirmSignUpUsername', emailMissing],
  ['EmptyresendSignUpCodeUsername', emailMissing],
  ['EmptyResetPasswordUsername', emailMissing],
  ['EmptyConfirmResetPasswordUsername', emailMissing],
  ['EmptySignInPassword', passwordMissing],
  ['EmptySignUpPassword', passwordMissing],
  ['EmptyConfirmResetPasswordNewPassword', passwordMissing],
  ['EmptyConfirmSignUpCode', codeMissing],
  ['EmptyConfirmResetPasswordConfirmationCode', codeMissing],
  ['EmptyChallengeResponse', codeMissing],
  ['SignInException', SIGN_IN_EXPIRED],
  // The service was not reached.
  ['NetworkError', 'Thumbforge could not be reached. Check your connection and try again.'],
  ['InvalidPasswordException', PASSWORD_REFUSED],
  // A trigger of the user pool failed.
  ['UserLambdaValidationException', STEP_NOT_FINISHED],
  ['UnexpectedLambdaException', STEP_NOT_FINISHED],
  ['InvalidLambdaResponseException', STEP_NOT_FINISHED],
  // "WAF doesn't allow your request based on a web ACL that's associated with your user pool."
  ['ForbiddenException', 'There were too many requests from your network. Wait a few minutes and try again.'],
]);

/**
 * Messages by the beginning of the error's message, for errors whose name has several causes. The beginnings are Cognito's texts,
 * which `local/emulators/cognito` also returns. `Password did not conform with policy` names the first rule that is broken.
 */
const BY_BEGINNING: readonly [beginning: string, text: string][] = [
  // NotAuthorizedException
  ['Password attempts exceeded', 'Too many wrong passwords. Wait a few minutes, or reset your password.'],
  ['Invalid session for the user', SIGN_IN_EXPIRED],
  [
    'User cannot be confirmed. Current status is CONFIRMED',
    'Your email is already confirmed. You can sign in.',
  ],
  // CodeMismatchException
  [
    'Invalid code or auth state for the user',
    'This code is not right. Check the latest email, or request a new code.',
  ],
  // InvalidPasswordException
  [
    'Password did not conform with policy: Password not long enough',
    'The password is too short. Use at least 10 characters.',
  ],
  [
    'Password did not conform with policy: Password must have numeric characters',
    'The password needs a digit.',
  ],
  [
    'Password did not conform with policy: Password must have lowercase characters',
    'The password needs a lower-case letter.',
  ],
  // InvalidParameterException
  ['Username should be an email', emailIncomplete],
  ["1 validation error detected: Value at 'password' failed to satisfy", PASSWORD_REFUSED],
  ['1 validation error detected', INPUT_REFUSED],
  ['2 validation errors detected', INPUT_REFUSED],
  ['3 validation errors detected', INPUT_REFUSED],
];

/** Another attempt does not help in Firefox, which loads a file that has failed only with the page. */
const CODE_LOST = 'Part of this page could not be loaded. Check your connection and load the page again.';

/** The message of the service (spec, section 8). One that names parameters or internal states is replaced. */
export function authErrorMessage(error: unknown): string {
  if (isLoadError(error)) return CODE_LOST;
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const byBeginning = BY_BEGINNING.find(([beginning]) => message.startsWith(beginning));
  return byBeginning?.[1] ?? BY_NAME.get(name) ?? message;
}

/** An error with the same name and cause, and with a text for the user. */
export function toReadableError(error: unknown): Error {
  const readable = new Error(authErrorMessage(error), { cause: error });
  if (error instanceof Error) readable.name = error.name;
  return readable;
}
