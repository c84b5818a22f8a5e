import { recallCode, type CodeKind } from './pending-code.ts';
import { isView, type View } from './view.ts';

/** What the address, and what this browser still waits for, say about the form to begin with. */
export interface Arrival {
  view: View;
  /** Whom the code went to; empty where this browser did not ask for it. */
  email: string;
  /** The code from the link in a mail; empty without one. */
  code: string;
}

const CODE_OF: Partial<Record<View, CodeKind>> = {
  verify_otp: 'sign_up',
  update_password: 'reset',
  magic_link: 'magic_link',
};

/** Reads `view` and `code`. The mails for sign-up and for a new password have the same link. */
export function readArrival(search: URLSearchParams): Arrival {
  const code = /^\d{4,10}$/.exec(search.get('code') ?? '')?.[0] ?? '';
  const asked = search.get('view');
  const view = code === '' ? (isView(asked) ? asked : 'sign_in') : viewForCode(asked);
  const kind = CODE_OF[view];
  return { view, code, email: (kind && recallCode(kind)?.email) ?? '' };
}

/** What was asked for last is what the code is for. */
function viewForCode(asked: string | null): View {
  if (asked === 'verify_otp' || asked === 'update_password') return asked;
  const signUp = recallCode('sign_up')?.at ?? 0;
  const reset = recallCode('reset')?.at ?? 0;
  return reset > signUp ? 'update_password' : 'verify_otp';
}
