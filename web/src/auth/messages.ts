/** What the forms say when something was done. */
export const NOTICES = {
  confirmationSent: 'Check your email for the confirmation link',
  magicLinkSent: 'Check your email for the magic link',
  resetSent: 'Check your email for the password reset link',
  codeSentAgain: 'A new code is on its way',
  emailConfirmed: 'Your email is confirmed. You can sign in now',
  passwordUpdated: 'Your password has been updated',
} as const;

export type Notice = (typeof NOTICES)[keyof typeof NOTICES];

/** What they say before the service is asked. */
export const COMPLAINTS = {
  noEmail: 'Enter your email address.',
  noWholeEmail: 'Enter a whole email address, like you@example.com.',
  noCode: 'Enter the code from the email.',
  noMagicLink: 'This account has no sign-in by email. Use your password.',
} as const;
