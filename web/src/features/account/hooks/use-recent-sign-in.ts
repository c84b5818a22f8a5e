import { useRef, useState } from 'react';
import { useSiteConfig } from '../../../api/site-config.ts';
import { normalizeCode } from '../../../lib/email.ts';
import { authErrorMessage } from '../../../session/auth-error.ts';

/** The time for which the ID token of a new sign-in is reused, in ms. The API accepts the token for five minutes. */
const TOKEN_LIFETIME_MS = 4 * 60_000;

/** Cognito refused the new sign-in, or could not be reached, or the code of the sign-in could not be loaded. */
export class SignInError extends Error {}

/** Signs the user in again, beside the session of the page, for an operation that needs a recent sign-in. */
export function useRecentSignIn(email: string) {
  const [isCodeSent, setIsCodeSent] = useState(false);
  const config = useSiteConfig();
  const confirmCode = useRef<(code: string) => Promise<string>>(undefined);
  const recent = useRef<{ token: string; expiresAt: number }>(undefined);

  /** Sends a code to sign in with instead of the password. @throws SignInError */
  async function sendCode(): Promise<void> {
    confirmCode.current = await import('../../../session/reauthenticate.ts')
      .then(({ sendSignInCode }) => sendSignInCode(email))
      .catch(throwSignInError);
    setIsCodeSent(true);
  }

  /**
   * Signs in, and keeps the token for another attempt.
   * @param secret the password, or the code if one was sent.
   * @returns the ID token. @throws SignInError
   */
  async function signInAgain(secret: string): Promise<string> {
    // An interrupted deletion may already have deleted the sign-in.
    if (recent.current !== undefined && recent.current.expiresAt > Date.now()) return recent.current.token;
    const signIn =
      confirmCode.current?.(normalizeCode(secret)) ??
      import('../../../session/reauthenticate.ts').then((session) => session.signInAgain(email, secret));
    const token = await signIn.catch(throwSignInError);
    recent.current = { token, expiresAt: Date.now() + TOKEN_LIFETIME_MS };
    return token;
  }

  const offersCode = config.status === 'success' && config.data.magicLink && !isCodeSent;
  return { isCodeSent, offersCode, sendCode, signInAgain };
}

function throwSignInError(cause: unknown): never {
  throw new SignInError(authErrorMessage(cause), { cause });
}
