/** Shown above the form after an action succeeded. */
export const NOTICES = {
  confirmationSent: 'Check your email for the confirmation link',
  magicLinkSent: 'Check your email for the magic link',
  resetSent: 'Check your email for the password reset link',
  codeSentAgain: 'A new code is on its way',
  emailConfirmed: 'Your email is confirmed. You can sign in now.',
  passwordUpdated: 'Your password has been updated',
} as const;

export type Notice = (typeof NOTICES)[keyof typeof NOTICES];

export type SetNotice = (notice: Notice | undefined) => void;
