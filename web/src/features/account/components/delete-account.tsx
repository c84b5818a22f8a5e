import { useRef, useState } from 'react';
import { describeAccountDeletionFailure } from '../../../api/error-sentences.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { normalizeCode } from '../../../lib/email.ts';
import type { QueryState } from '../../../lib/query-state.ts';
import { authErrorMessage } from '../../../session/auth-error.ts';
import type { User } from '../../../session/session-store.ts';
import { signOutOfDeletedAccount } from '../../../session/sign-out.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notify.ts';
import { deleteAccount } from '../api.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

interface DeleteAccountProps {
  user: User;
  credits: QueryState<number>;
}

export function DeleteAccount({ user, credits }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { isCodeSent, sendCode, ...deletion } = useAccountDeletion(user.email);
  const config = useSiteConfig();
  const offersCode = config.status === 'success' && config.data.magicLink && !isCodeSent;
  return (
    <section className="account-section" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p>Deletes your thumbnails, your credits and your sign-in permanently.</p>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      {isOpen && (
        <DeleteAccountDialog
          email={user.email}
          credits={credits}
          isCodeSent={isCodeSent}
          onSendCode={offersCode ? sendCode : undefined}
          onCancel={() => {
            setIsOpen(false);
            deletion.clearError();
          }}
          {...deletion}
        />
      )}
    </section>
  );
}

/** How long the ID token of a new sign-in is used, in ms. The API accepts it for five minutes. */
const TOKEN_LIFETIME_MS = 4 * 60_000;

/** Cognito refused the new sign-in, or could not be reached. */
class SignInError extends Error {}

/** Deletes the account after a new sign-in, and signs out, which opens the sign-in page. */
function useAccountDeletion(email: string) {
  const [isBusy, setIsBusy] = useState(false);
  const [isCodeSent, setIsCodeSent] = useState(false);
  const [signInError, setSignInError] = useState<SignInError>();
  const confirmCode = useRef<(code: string) => Promise<string>>(undefined);
  const recent = useRef<{ token: string; expiresAt: number }>(undefined);

  async function attempt(work: () => Promise<void>) {
    if (isBusy) return;
    setIsBusy(true);
    setSignInError(undefined);
    try {
      await work();
    } catch (error) {
      if (error instanceof SignInError) setSignInError(error);
      else {
        const message = describeAccountDeletionFailure(error);
        if (message !== undefined) notify.error(message);
      }
    }
    setIsBusy(false);
  }

  const sendCode = () =>
    attempt(async () => {
      const { sendSignInCode } = await import('../../../session/reauthenticate.ts');
      confirmCode.current = await sendSignInCode(email).catch(throwSignInError);
      setIsCodeSent(true);
    });

  /** @param secret the password, or the code if one was sent. */
  const run = (secret: string) =>
    attempt(async () => {
      await deleteAccount(await signInAgain(secret));
      await signOutOfDeletedAccount();
    });

  async function signInAgain(secret: string): Promise<string> {
    // An interrupted deletion may already have deleted the sign-in, so the token is kept for another attempt.
    if (recent.current !== undefined && recent.current.expiresAt > Date.now()) return recent.current.token;
    const session = await import('../../../session/reauthenticate.ts');
    const signIn =
      confirmCode.current === undefined
        ? session.signInAgain(email, secret)
        : confirmCode.current(normalizeCode(secret));
    const token = await signIn.catch(throwSignInError);
    recent.current = { token, expiresAt: Date.now() + TOKEN_LIFETIME_MS };
    return token;
  }

  return {
    isBusy,
    isCodeSent,
    signInError,
    clearError: () => setSignInError(undefined),
    onDelete: (secret: string) => void run(secret),
    sendCode: () => void sendCode(),
  };
}

function throwSignInError(cause: unknown): never {
  throw new SignInError(authErrorMessage(cause), { cause });
}
