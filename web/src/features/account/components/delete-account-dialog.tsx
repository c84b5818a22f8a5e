import { useEffect, useId, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { formatCredits } from '../../../lib/format.ts';
import type { QueryState } from '../../../lib/query-state.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

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
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
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
        <Field label={`Type ${email} to confirm`}>
          {(id) => (
            <input
              id={id}
              className="field-box"
              type="text"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed.email}
              disabled={isBusy}
              onChange={(event) => setTyped({ ...typed, email: event.target.value })}
            />
          )}
        </Field>
        <Field label={isCodeSent ? 'Code from the email' : 'Password'} error={signInError?.message}>
          {(id, invalid) => (
            <input
              ref={secret}
              id={id}
              {...invalid}
              className="field-box"
              {...(isCodeSent ? CODE_INPUT : PASSWORD_INPUT)}
              value={typed.secret}
              disabled={isBusy}
              onChange={(event) => setTyped({ ...typed, secret: event.target.value })}
            />
          )}
        </Field>
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
      <dd>Your thumbnails and prompts, {describeCredits(credits)}, and your sign-in.</dd>
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
  if (credits.status !== 'success') return 'the credits you have left';
  return credits.data === 0 ? 'no credits' : `the ${formatCredits(credits.data)} you have left`;
}

/** An account without an address cannot be confirmed with an empty field. */
function matches(typed: string, email: string): boolean {
  const normalize = (text: string) => text.trim().toLowerCase();
  return normalize(typed) !== '' && normalize(typed) === normalize(email);
}
