import { createContext, use } from 'react';
import type { LegalInfo } from '#contract/site-config.ts';
import type { AuthFormState } from './auth-form-state.ts';
import type { AuthUrlParams, AuthView } from './auth-view.ts';

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

interface AuthContextValue {
  urlParams: AuthUrlParams;
  formState: AuthFormState;
  /** True if this deployment offers sign-in by e-mail. */
  magicLink: boolean;
  /** Credits of a new account; 0 for none. */
  welcomeCredits: number;
  /** The seller's policies, in a stage that has them. */
  legal: LegalInfo | undefined;
  /** True after a sign-up with the address of an account. */
  isAccountKnown: boolean;
  setNotice: SetNotice;
  /** Opens another form and keeps the typed values. */
  open: (view: AuthView) => void;
}

export const AuthContext = createContext<AuthContextValue | undefined>(undefined);

export function useAuth(): AuthContextValue {
  const value = use(AuthContext);
  if (value === undefined) throw new Error('useAuth is used outside of the sign-in page');
  return value;
}
