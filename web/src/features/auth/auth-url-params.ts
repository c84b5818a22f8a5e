import type { AuthView } from './auth-view.ts';
import { isAuthView } from './auth-view.ts';
import { loadPendingCode, type CodeKind } from './pending-code.ts';

/** The initial form, from the URL and from the codes that this browser has requested. */
export interface AuthUrlParams {
  view: AuthView;
  /** The address that the code was sent to. Empty when this browser did not request it. */
  email: string;
  /** The code of the link in an e-mail. Empty without one. */
  code: string;
}

const CODE_KINDS: Partial<Record<AuthView, CodeKind>> = {
  verify_otp: 'sign_up',
  update_password: 'reset',
  magic_link: 'magic_link',
};

/** Reads `view` and `code`. The e-mails for sign-up and for a password reset contain the same link. */
export function readAuthUrlParams(search: URLSearchParams): AuthUrlParams {
  const code = /^\d{4,10}$/.exec(search.get('code') ?? '')?.[0] ?? '';
  const name = search.get('view');
  const view = code === '' ? (isAuthView(name) ? name : 'sign_in') : findViewForCode(name);
  const kind = CODE_KINDS[view];
  return { view, code, email: (kind && loadPendingCode(kind)?.email) ?? '' };
}

/** Without a view in the URL, the code belongs to the latest request of this browser. */
function findViewForCode(name: string | null): AuthView {
  if (name === 'verify_otp' || name === 'update_password') return name;
  const signUpAt = loadPendingCode('sign_up')?.requestedAt ?? 0;
  const resetAt = loadPendingCode('reset')?.requestedAt ?? 0;
  return resetAt > signUpAt ? 'update_password' : 'verify_otp';
}
