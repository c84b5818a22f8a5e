import { useRef, useState, useEffect, useId } from 'react';
import type { SubmitEvent } from 'react';
import { describeAccountDeletionFailure } from '../../../api/error-sentences.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { normalizeCode } from '../../../lib/email.ts';
import { formatCredits } from '../../../lib/format.ts';
import type { QueryState } from '../../../api/use-query.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { authErrorMessage } from '../../../session/auth-error.ts';
import type { User } from '../../../session/session-store.ts';
import { signOutOfDeletedAccount } from '../../../session/sign-out.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { deleteAccount } from '../api.ts';

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

interface DeleteAccountDialogProps {
  email: string;
  credits: QueryState<number>;
  isCodeSent: boolean;
  isBusy: boolean;
  /** Why the password or the code was refused. */
  signInError: Error | undefined;
  /** Sends a code to sign in with instead of the password; undefined if that is not possible. */
  onSendCode: (() => void) | undefined;
  /** @param secret the password, or the e-mailed code. */
  onDelete: (secret: string) => void;
  onCancel: () => void;
}

/** Lists what is deleted and what is kept. The user types the e-mail address, and signs in again. */
function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { email, credits, isCodeSent, isBusy, signInError, onSendCode, onDelete, onCancel } = props;
  const form = useId();
  const [typed, setTyped] = useState({ email: '', secret: '' });
  const isConfirmed = matches(typed.email, email) && typed.secret !== '';
  const button = useRestoreFocus<HTMLButtonElement>(isBusy);
  const secret = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (signInError) secret.current?.focus();
  }, [signInError]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isConfirmed && !isBusy) onDelete(typed.secret);
  };

  return (
    <Dialog
      title="Delete your account?"
      onCancel={() => !isBusy && onCancel()}
      actions={
        <>
          <Button ref={button} type="submit" form={form} variant="danger" disabled={!isConfirmed || isBusy}>
            {isBusy && isConfirmed ? (
              <>
                <Spinner /> Deleting...
              </>
            ) : (
              'Delete account'
            )}
          </Button>
          <Button variant="outline" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <DeletionTerms credits={credits} />
      <form id={form} className="delete-account-form" onSubmit={submit}>
        <TextField
          label={`Type ${email} to confirm`}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed.email}
          disabled={isBusy}
          onChange={(value) => setTyped({ ...typed, email: value })}
        />
        <TextField
          label={isCodeSent ? 'Code from the email' : 'Password'}
          error={signInError?.message}
          ref={secret}
          {...(isCodeSent ? CODE_INPUT : PASSWORD_INPUT)}
          value={typed.secret}
          disabled={isBusy}
          onChange={(value) => setTyped({ ...typed, secret: value })}
        />
        {onSendCode && (
          <Button variant="quiet" disabled={isBusy} onClick={onSendCode}>
            Use a code sent to my email instead
          </Button>
        )}
      </form>
      <p className="visually-hidden" role="status">
        {isBusy && isConfirmed && 'Deleting your account'}
      </p>
    </Dialog>
  );
}

/** What is deleted, and what is kept. */
function DeletionTerms({ credits }: Pick<DeleteAccountDialogProps, 'credits'>) {
  return (
    <dl className="delete-account-terms">
      <dt>Deleted</dt>
      <dd>Your thumbnails, prompts{describeCredits(credits)} and sign-in.</dd>
      <dt>Kept</dt>
      <dd>
        Records of credits and payments, without your name or address. Stripe keeps its own, as the law asks.
        A hash of your address, so that free credits are given once, and an open dispute or suspension counts
        for a new account.
      </dd>
    </dl>
  );
}

const PASSWORD_INPUT = { type: 'password', autoComplete: 'current-password' };
const CODE_INPUT = { type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code' } as const;

function describeCredits(credits: QueryState<number>): string {
  if (credits.status !== 'success') return ', the credits you have left';
  return credits.data === 0 ? '' : `, the ${formatCredits(credits.data)} you have left`;
}

/** An account without an address cannot be confirmed with an empty field. */
function matches(typed: string, email: string): boolean {
  const normalize = (text: string) => text.trim().toLowerCase();
  return normalize(typed) !== '' && normalize(typed) === normalize(email);
}
