import { clearUserData } from '../lib/browser-storage.ts';
import { notify } from '../ui/notify.ts';
import { loadCognito } from './load-cognito.ts';

/** One id for the messages about the end of a session, so that only the last one is visible. */
const SESSION_END_TOAST = { id: 'session-ended' };

/** Signs out and removes the user's data from the browser. The end of the session opens the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    const cognito = await loadCognito();
    await cognito.signOut();
  } catch (error) {
    notify.error(`Error signing out: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  clearUserData();
  notify.success('Signed out successfully!');
}

/** Signs out because the API no longer accepts the session. The user's data stays for their next sign-in. */
export async function expireSession(reason: string): Promise<void> {
  notify.error(reason, SESSION_END_TOAST);
  const { signOut: signOutOfCognito } = await loadCognito();
  await signOutOfCognito();
}

/** Signs out after a change of the password, which has ended every session of the user. */
export async function signOutAfterPasswordChange(): Promise<void> {
  const cognito = await loadCognito();
  await cognito.signOut();
  notify.success('Your password has been updated', SESSION_END_TOAST);
}

/** Signs out after the account was deleted. Other tabs follow through their storage events. */
export async function signOutOfDeletedAccount(): Promise<void> {
  clearUserData({ accountDeleted: true });
  const cognito = await loadCognito();
  await cognito.signOut();
  notify.success('Your account has been deleted.', SESSION_END_TOAST);
}
