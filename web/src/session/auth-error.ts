/** The password policy of the user pool (`infra/constructs/identity.ts`), which enforces it. */
export const PASSWORD_POLICY = 'At least 10 characters, with a lower-case letter and a digit.';

export const VALIDATION_MESSAGES = {
  emailMissing: 'Enter your email address.',
  emailIncomplete: 'Enter a whole email address, like you@example.com.',
  passwordMissing: 'Enter your password.',
  codeMissing: 'Enter the code from the email.',
  magicLinkUnavailable: 'This account has no sign-in by email. Use your password.',
} as const;

/** Messages of Amplify and Cognito that name parameters or internal states, and the texts that replace them. */
const REPLACEMENTS: readonly [pattern: RegExp, text: string][] = [
  [/^username is required/i, VALIDATION_MESSAGES.emailMissing],
  [/^(new)?password is required/i, VALIDATION_MESSAGES.passwordMissing],
  [/^(confirmation ?)?code is required|^challengeResponse is required/i, VALIDATION_MESSAGES.codeMissing],
  [/^Username should be an email/, VALIDATION_MESSAGES.emailIncomplete],
  [/Password not long enough/, 'The password is too short. Use at least 10 characters.'],
  [/Password must have numeric characters/, 'The password needs a digit.'],
  [/Password must have lowercase characters/, 'The password needs a lower-case letter.'],
  [
    /^Password did not conform with policy|'password' failed to satisfy/,
    `The password does not fit. ${PASSWORD_POLICY}`,
  ],
  [/^Password attempts exceeded/, 'Too many wrong passwords. Wait a few minutes, or reset your password.'],
  [
    /^Invalid code or auth state for the user/,
    'This code is not right. Check the latest email, or request a new code.',
  ],
  [
    /^Invalid session for the user|^An error occurred during the sign in process/,
    'This sign-in has expired. Send a new code, and enter it within three minutes.',
  ],
  [
    /^User cannot be confirmed\. Current status is CONFIRMED/,
    'Your email is already confirmed. You can sign in.',
  ],
  [/validation error[s]? detected/, 'Check what you have entered and try again.'],
  [
    /^(CustomMessage|PostConfirmation|PreTokenGeneration) (failed|invocation failed)/,
    'Thumbforge could not finish this step. Please try again.',
  ],
  [/WAF block/, 'There were too many requests from your network. Wait a few minutes and try again.'],
  // Amplify's text, not the service's: the service was not reached.
  [/^A network error has occurred/, 'Thumbforge could not be reached. Check your connection and try again.'],
];

/** The message of the service. A known raw message is replaced by a text for the user. */
export function authErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return REPLACEMENTS.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}

/** An error with the same name and cause, and with a text for the user. */
export function toReadableError(error: unknown): Error {
  const readable = new Error(authErrorMessage(error), { cause: error });
  if (error instanceof Error) readable.name = error.name;
  return readable;
}
