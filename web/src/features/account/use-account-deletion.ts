import { useState } from 'react';
import { API_ERRORS } from '../../../../contract/errors.ts';
import { deleteAccount } from '../../api/delete-account.ts';
import { ConnectionError, isUnauthorized, userMessage } from '../../api/errors.ts';
import { signOutOfDeletedAccount } from '../../session/sign-out.ts';
import { notify } from '../../ui/notify.ts';

/** Deletes the account and signs out, which opens the sign-in page. */
export function useAccountDeletion() {
  const [isDeleting, setIsDeleting] = useState(false);
  const [failureCount, setFailureCount] = useState(0);

  async function run() {
    if (isDeleting) return;
    setIsDeleting(true);
    try {
      await deleteAccount();
    } catch (error) {
      const message = failureMessage(error);
      if (message !== undefined) notify.error(message);
      setFailureCount((count) => count + 1);
      setIsDeleting(false);
      return;
    }
    await signOutOfDeletedAccount();
  }

  return { isDeleting, failureCount, run: () => void run() };
}

/** Undefined when the end of the session has its own message. */
function failureMessage(error: unknown): string | undefined {
  if (isUnauthorized(error)) return undefined;
  if (error instanceof ConnectionError) {
    return 'The connection was lost before we heard that your account is deleted. Please try again.';
  }
  const reason = userMessage(error) ?? API_ERRORS.internal.message.replace(/\.$/, '');
  return `Deleting your account has not finished: ${reason}. Please try again.`;
}
