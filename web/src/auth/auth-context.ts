import { createContext, use } from 'react';
import type { Arrival } from './arrival.ts';
import type { Desk } from './desk.ts';
import type { Tell } from './services.ts';
import type { View } from './view.ts';

/** What every form of the sign-in page has at hand. */
export interface AuthTools {
  arrival: Arrival;
  desk: Desk;
  /** Whether this stage signs people in by e-mail. */
  magicLink: boolean;
  /** Says what was done, over the form. */
  tell: Tell;
  /** Leads to another form, and takes along what was typed. */
  open: (view: View) => void;
}

export const AuthContext = createContext<AuthTools | undefined>(undefined);

export function useAuthTools(): AuthTools {
  const tools = use(AuthContext);
  if (tools === undefined) throw new Error('This part belongs on the sign-in page');
  return tools;
}
