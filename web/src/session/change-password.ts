import { confirmResetPassword, resetPassword } from 'aws-amplify/auth';
import { normalizeCode } from '../lib/email.ts';
import { toReadableError } from './auth-error.ts';
import { requireUncommonPassword } from './common-password.ts';
import { loadCognito } from './load-cognito.ts';

/** Sends a code to change the password with. @throws Error with a message for the user. */
export async function sendPasswordCode(email: string): Promise<void> {
  await loadCognito();
  await resetPassword({ username: email }).catch(throwReadable);
}

/** Sets the password, which ends every session of the user. @throws Error with a message for the user. */
export async function changePassword(email: string, code: string, newPassword: string): Promise<void> {
  requireUncommonPassword(newPassword);
  const confirmationCode = normalizeCode(code);
  await confirmResetPassword({ username: email, confirmationCode, newPassword }).catch(throwReadable);
}

function throwReadable(error: unknown): never {
  throw toReadableError(error);
}
