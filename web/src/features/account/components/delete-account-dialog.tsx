import { useId } from 'react';
import type { SubmitEvent } from 'react';
import { formatCredits } from '../../../lib/format.ts';
import type { QueryState } from '../../../lib/query-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

/** What the user typed. `secret`: the password, or the e-mailed code. */
interface Typed {
  email: string;
  secret: string;
}

interface DeleteAccountDialogProps {
  email: string;
  typed: Typed;
  onType: (changes: Partial<Typed>) => void;
  credits: QueryState<number>;
  isCodeSent: boolean;
  isBusy: boolean;
  /** Sends a code to sign in with instead of the password; undefined if that is not possible. */
  onSendCode: (() => void) | undefined;
  onDelete: () => void;
  onCancel: () => void;
}

/** Lists what is deleted and what is kept. The user types the e-mail address, and signs in again. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { email, typed, onType, credits, isCodeSent, isBusy, onSendCode, onDelete, onCancel } = props;
  const form = useId();
  const isConfirmed = matches(typed.email, email) && typed.secret !== '';

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isConfirmed && !isBusy) onDelete();
  };

  return (
    <Dialog
      title="Delete your account?"
      onCancel={() => !isBusy && onCancel()}
      actions={
        <>
          <Button type="submit" form={form} variant="danger" disabled={!isConfirmed || isBusy}>
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
      <dl className="delete-account-terms">
        <dt>Deleted</dt>
        <dd>Your thumbnails and prompts, {describeCredits(credits)}, and your sign-in.</dd>
        <dt>Kept</dt>
        <dd>
          Records of credits and payments, without your name or address. Stripe keeps its own, as the law
          asks. A hash of your address, so that free credits are given once, and an open dispute or suspension
          counts for a new account.
        </dd>
      </dl>
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
              onChange={(event) => onType({ email: event.target.value })}
            />
          )}
        </Field>
        <Field label={isCodeSent ? 'Code from the email' : 'Password'}>
          {(id) => (
            <input
              id={id}
              className="field-box"
              {...(isCodeSent ? CODE_INPUT : PASSWORD_INPUT)}
              value={typed.secret}
              disabled={isBusy}
              onChange={(event) => onType({ secret: event.target.value })}
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
