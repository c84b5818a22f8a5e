import { createContext, use } from 'react';
import type { AuthFormState } from './auth-form-state.ts';
import type { AuthUrlParams } from './auth-url-params.ts';
import type { AuthView } from './auth-view.ts';
import type { SetNotice } from './messages.ts';

interface AuthContextValue {
  urlParams: AuthUrlParams;
  formState: AuthFormState;
  /** Whether this deployment offers sign-in by e-mail. */
  magicLink: boolean;
  /** Credits of a new account; 0 for none. */
  welcomeCredits: number;
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
