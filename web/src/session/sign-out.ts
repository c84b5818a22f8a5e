import { clearUserData } from '../lib/clear-user-data.ts';
import { ACCOUNT_DELETED } from '../lib/come-back.ts';
import { notify } from '../ui/notify.ts';
import { askToEndSession, SESSION_END_TOAST } from './session-end.ts';
import { loadCognito } from './load-cognito.ts';
import { readUserId } from './session-store.ts';
import { clearUserStores } from './user-store.ts';

/**
 * Signs out and removes the user's data from the browser. The end of the session opens the sign-in page.
 * @returns false when the session goes on, which has a message
 */
export async function signOut(): Promise<boolean> {
  const userId = readUserId();
  const cancelEnd = askToEndSession();
  try {
    const cognito = await loadCognito();
    await cognito.signOut();
  } catch (error) {
    cancelEnd();
    notify.error(
      `Error signing out: ${error instanceof Error ? error.message : String(error)}`,
      SESSION_END_TOAST,
    );
    return false;
  }
  clearUserData({ userId });
  clearUserStores();
  notify.success('Signed out successfully!', SESSION_END_TOAST);
  return true;
}

/** Signs out after a change of the password, which has ended every session of the user. */
export async function signOutAfterPasswordChange(): Promise<void> {
  askToEndSession();
  const cognito = await loadCognito();
  await cognito.signOut();
  notify.success('Your password has been updated', SESSION_END_TOAST);
}

/** Signs out after the account was deleted. Other tabs follow through their storage events. */
export async function signOutOfDeletedAccount(): Promise<void> {
  askToEndSession(ACCOUNT_DELETED);
  clearUserData({ userId: readUserId(), accountDeleted: true });
  clearUserStores();
  const cognito = await loadCognito();
  await cognito.signOut();
  notify.success('Your account has been deleted.', SESSION_END_TOAST);
}
