import { useState, useId } from 'react';
import type { SubmitEvent } from 'react';
import { describeAccountDeletionFailure } from '../../../api/page-error-sentences.ts';
import { formatCredits } from '../../../lib/format.ts';
import type { QueryState } from '../../../api/use-query.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { outbox } from '../../../outbox/outbox.ts';
import type { User } from '../../../session/session-store.ts';
import { signOutOfDeletedAccount } from '../../../session/sign-out.ts';
import { Button } from '../../../ui/button.tsx';
import { DangerButton } from '../../../ui/danger-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { deleteAccount } from '../api.ts';
import { SignInError, useRecentSignIn } from '../hooks/use-recent-sign-in.ts';
import { SecretField } from './secret-field.tsx';

interface DeleteAccountProps {
  user: User;
  credits: QueryState<number>;
}

export function DeleteAccount({ user, credits }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { offersCode, sendCode, ...deletion } = useAccountDeletion(user);
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

/** Deletes the account after a new sign-in, and signs out, which opens the sign-in page. */
function useAccountDeletion(user: User) {
  const [isBusy, setIsBusy] = useState(false);
  const { isCodeSent, offersCode, sendCode, signInAgain } = useRecentSignIn(user.email);
  const [signInError, setSignInError] = useState<SignInError>();

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

  /** @param secret the password, or the code if one was sent. */
  const run = (secret: string) =>
    attempt(async () => {
      await deleteAccount(await signInAgain(secret));
      outbox.forget(user.id);
      await signOutOfDeletedAccount();
    });

  return {
    isBusy,
    isCodeSent,
    offersCode,
    signInError,
    clearError: () => setSignInError(undefined),
    onDelete: (secret: string) => void run(secret),
    sendCode: () => void attempt(sendCode),
  };
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

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isConfirmed && !isBusy) onDelete(typed.secret);
  };

  return (
    <Dialog
      title="Delete your account?"
      isWarning
      onCancel={() => !isBusy && onCancel()}
      actions={
        <>
          <DangerButton ref={button} type="submit" form={form} disabled={!isConfirmed || isBusy}>
            {isBusy && isConfirmed ? (
              <>
                <Spinner /> <span>Deleting...</span>
              </>
            ) : (
              'Delete account'
            )}
          </DangerButton>
          <Button variant="outline" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <DeletionTerms credits={credits} />
      <form id={form} className="account-dialog-form" onSubmit={submit}>
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
        <SecretField
          value={typed.secret}
          isCodeSent={isCodeSent}
          disabled={isBusy}
          error={signInError}
          onChange={(value) => setTyped({ ...typed, secret: value })}
          onSendCode={onSendCode}
        />
      </form>
      <p className="visually-hidden" role="status">
        {isBusy && isConfirmed && 'Deleting your account'}
      </p>
    </Dialog>
  );
}

/** Lists the data that the deletion removes, and the data that it keeps. */
function DeletionTerms({ credits }: Pick<DeleteAccountDialogProps, 'credits'>) {
  return (
    <dl className="delete-account-terms">
      <dt>Deleted</dt>
      <dd>{`Your thumbnails, prompts${describeCredits(credits)} and sign-in.`}</dd>
      <dt>Kept</dt>
      <dd>
        Records of credits and payments, without your name or address. Stripe keeps its own, as the law asks.
        A hash of your address, so that free credits are given once, and a dispute, credits that are due or a
        suspension count for a new account.
      </dd>
    </dl>
  );
}

function describeCredits(credits: QueryState<number>): string {
  if (credits.status !== 'success') return ', the credits you have left';
  return credits.data === 0 ? '' : `, the ${formatCredits(credits.data)} you have left`;
}

/** An account without an address cannot be confirmed with an empty field. */
function matches(typed: string, email: string): boolean {
  const normalize = (text: string) => text.trim().toLowerCase();
  return normalize(typed) !== '' && normalize(typed) === normalize(email);
}
