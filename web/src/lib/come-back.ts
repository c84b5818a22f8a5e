import { useLocation } from 'react-router-dom';

/** The state of the sign-in page's location. The site writes it, so a link from outside cannot choose it. */
export interface SignInState {
  /** The page that a visitor wanted, where the sign-in leads. @default home */
  comeBackTo?: string | undefined;
  /** Completes the title with what a visitor wanted, for example `get Pro`. */
  wish?: string | undefined;
  /** True if the account of this browser was just deleted. */
  isAccountDeleted?: boolean | undefined;
}

export const comeBackTo = (path: string, wish?: string): SignInState => ({ comeBackTo: path, wish });

export const ACCOUNT_DELETED: SignInState = { isAccountDeleted: true };

export function useSignInState(): SignInState {
  const state = useLocation().state as SignInState | null;
  return state ?? {};
}
