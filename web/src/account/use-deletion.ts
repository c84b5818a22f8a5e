import { useState } from 'react';
import { API_ERRORS } from '../../../contract/errors.ts';
import { deleteAccount } from '../api/delete-account.ts';
import { ConnectionError, isUnauthorized, reasonOf } from '../api/errors.ts';
import { forgetUser } from '../app/sign-out.ts';
import { openedCheckout } from '../buying/opened-checkout.ts';
import { pendingGeneration } from '../generator/pending-generation.ts';
import { SESSION_ENDED } from '../session/expire-session.ts';
import { loadCognito } from '../session/load-cognito.ts';
import { notify } from '../ui/notify.ts';

/** Deletes the account, and ends the session with it, which leads to the sign-in page. */
export function useDeletion() {
  const [deleting, setDeleting] = useState(false);
  const [failures, setFailures] = useState(0);

  async function run() {
    if (deleting) return;
    setDeleting(true);
    try {
      await deleteAccount();
    } catch (error) {
      const message = failureMessage(error);
      if (message !== undefined) notify.error(message);
      setFailures((count) => count + 1);
      setDeleting(false);
      return;
    }
    await leave();
  }

  return { deleting, failures, run: () => void run() };
}

/** The account is gone: nothing of it stays in this browser. Other tabs hear of the sign-out by the storage. */
async function leave(): Promise<void> {
  forgetUser();
  pendingGeneration.forget();
  openedCheckout.forget();
  const { signOut } = await loadCognito();
  await signOut();
  notify.success('Your account has been deleted.', SESSION_ENDED);
}

/** Undefined: the end of the session has been told already. */
function failureMessage(error: unknown): string | undefined {
  if (isUnauthorized(error)) return undefined;
  if (error instanceof ConnectionError) {
    return 'The connection was lost before we heard that your account is deleted. Please try again.';
  }
  const reason = reasonOf(error) ?? API_ERRORS.internal.message.replace(/\.$/, '');
  return `Deleting your account has not finished: ${reason}. Please try again.`;
}
