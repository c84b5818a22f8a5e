import type { SignInState } from '../../../lib/come-back.ts';
import { readCode } from '../../../lib/email.ts';
import { loadPendingCode, type CodeKind } from './pending-code.ts';

/** The forms of the sign-in page, with their titles. The URL parameter `view` has these names. */
const TITLES = {
  sign_in: 'Welcome back',
  sign_up: 'Create your account',
  forgotten_password: 'Reset your password',
  magic_link: 'Sign in by email',
  update_password: 'Choose a new password',
  verify_otp: 'Confirm your email',
} as const;

/** The title of the question that precedes the form when another device requested the code. */
export const CODE_PURPOSE_TITLE = 'What is your code for?';

export type AuthView = keyof typeof TITLES;

/** Composes the title of a form. The title names what a visitor wanted, and welcomes nobody back whose account was just deleted. */
export function composeTitle(view: AuthView, { wish, isAccountDeleted = false }: SignInState): string {
  if (view === 'sign_up' && wish !== undefined) return `${TITLES.sign_up} to ${wish}`;
  if (view === 'sign_in' && wish !== undefined) return `Sign in to ${wish}`;
  return view === 'sign_in' && isAccountDeleted ? 'Sign in' : TITLES[view];
}

const isAuthView = (name: string | null): name is AuthView => name !== null && Object.hasOwn(TITLES, name);

/** The initial form, from the URL and from the codes that this browser has requested. */
export interface AuthUrlParams {
  view: AuthView;
  /** The address that the code was sent to. Empty when this browser did not request it. */
  email: string;
  /** The code of the link in an e-mail. Empty without one. */
  code: string;
  /** True if the code can be for a sign-up or for a password reset: the URL names no view, and another device requested the code. */
  isPurposeUnknown: boolean;
}

const CODE_KINDS: Partial<Record<AuthView, CodeKind>> = {
  verify_otp: 'sign_up',
  update_password: 'reset',
  magic_link: 'magic_link',
};

/**
 * Reads `view` and `code`. The link of an e-mail has both. An e-mail with the template of the user pool has only `code`, for a
 * sign-up or a password reset.
 */
export function readAuthUrlParams(search: URLSearchParams): AuthUrlParams {
  const code = readCode(search);
  const name = search.get('view');
  const view = code === '' ? (isAuthView(name) ? name : 'sign_in') : findViewForCode(name);
  const kind = CODE_KINDS[view];
  const email = (kind && loadPendingCode(kind)?.email) ?? '';
  return { view, code, email, isPurposeUnknown: code !== '' && email === '' && name !== view };
}

/** Finds the form for a code. If the URL names no form, the code belongs to the latest request of this browser. */
function findViewForCode(name: string | null): AuthView {
  if (name === 'verify_otp' || name === 'update_password') return name;
  const signUpAt = loadPendingCode('sign_up')?.requestedAt ?? 0;
  const resetAt = loadPendingCode('reset')?.requestedAt ?? 0;
  return resetAt > signUpAt ? 'update_password' : 'verify_otp';
}
