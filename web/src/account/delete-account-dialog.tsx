import { useId } from 'react';
import type { SubmitEvent } from 'react';
import type { Balance } from '../api/credits.ts';
import { Button } from '../ui/button.tsx';
import { countCredits } from '../ui/count-credits.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface DeleteAccountDialogProps {
  email: string;
  typed: string;
  onType: (typed: string) => void;
  balance: Balance;
  deleting: boolean;
  onDelete: () => void;
  onCancel: () => void;
}

/** Says what goes and what stays, and takes the address, typed, for a yes. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { email, typed, onType, balance, deleting, onDelete, onCancel } = props;
  const form = useId();
  const confirmed = isSame(typed, email);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (confirmed && !deleting) onDelete();
  };

  return (
    <Dialog
      title="Delete your account?"
      onCancel={() => !deleting && onCancel()}
      actions={
        <>
          <Button type="submit" form={form} look="danger" disabled={!confirmed || deleting}>
            {deleting ? (
              <>
                <Spinner /> Deleting...
              </>
            ) : (
              'Delete account'
            )}
          </Button>
          <Button look="outline" disabled={deleting} onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <dl className="delete-account-terms">
        <dt>Goes, for good</dt>
        <dd>Your pictures and prompts, {creditsLeft(balance)}, and your sign-in.</dd>
        <dt>Stays</dt>
        <dd>
          Records of credits and payments, without your name or address. Stripe keeps its own, as the law
          asks. A scrambled trace of your address, so that welcome credits are given once.
        </dd>
      </dl>
      <form id={form} onSubmit={submit}>
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
              value={typed}
              disabled={deleting}
              onChange={(event) => onType(event.target.value)}
            />
          )}
        </Field>
      </form>
      <p className="visually-hidden" role="status">
        {deleting && 'Deleting your account'}
      </p>
    </Dialog>
  );
}

function creditsLeft(balance: Balance): string {
  if (balance.status !== 'known') return 'the credits you have left';
  return balance.value === 0 ? 'no credits' : `the ${countCredits(balance.value)} you have left`;
}

const plain = (text: string) => text.trim().toLowerCase();

/** An account without an address cannot be confirmed by typing nothing. */
const isSame = (typed: string, email: string) => plain(typed) !== '' && plain(typed) === plain(email);
