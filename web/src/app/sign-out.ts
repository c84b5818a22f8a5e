import { forgetCodes } from '../auth/pending-code.ts';
import { clearStoredPrompt } from '../generator/stored-prompt.ts';
import { clearHistory } from '../history/storage.ts';
import { loadCognito } from '../session/load-cognito.ts';
import { notify } from '../ui/notify.ts';

/** Takes what belongs to the user out of the browser. */
export function forgetUser(): void {
  clearStoredPrompt();
  clearHistory();
  forgetCodes();
}

/** Signs out and takes what belongs to the user out of the browser. The session's end leads to the sign-in page. */
export async function signOut(): Promise<void> {
  try {
    const cognito = await loadCognito();
    await cognito.signOut();
  } catch (error) {
    notify.error(`Error signing out: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  forgetUser();
  notify.success('Signed out successfully!');
}
