import { useId } from 'react';
import type { SubmitEvent } from 'react';
import { formatCredits } from '../../lib/format.ts';
import type { QueryState } from '../../lib/query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface DeleteAccountDialogProps {
  email: string;
  typed: string;
  onType: (typed: string) => void;
  credits: QueryState<number>;
  isDeleting: boolean;
  onDelete: () => void;
  onCancel: () => void;
}

/** Lists what is deleted and what is kept. The user confirms by typing their e-mail address. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { email, typed, onType, credits, isDeleting, onDelete, onCancel } = props;
  const form = useId();
  const isConfirmed = matches(typed, email);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isConfirmed && !isDeleting) onDelete();
  };

  return (
    <Dialog
      title="Delete your account?"
      onCancel={() => !isDeleting && onCancel()}
      actions={
        <>
          <Button type="submit" form={form} variant="danger" disabled={!isConfirmed || isDeleting}>
            {isDeleting ? (
              <>
                <Spinner /> Deleting...
              </>
            ) : (
              'Delete account'
            )}
          </Button>
          <Button variant="outline" disabled={isDeleting} onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <dl className="delete-account-terms">
        <dt>Deleted permanently</dt>
        <dd>Your pictures and prompts, {describeCredits(credits)}, and your sign-in.</dd>
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
              disabled={isDeleting}
              onChange={(event) => onType(event.target.value)}
            />
          )}
        </Field>
      </form>
      <p className="visually-hidden" role="status">
        {isDeleting && 'Deleting your account'}
      </p>
    </Dialog>
  );
}

function describeCredits(credits: QueryState<number>): string {
  if (credits.status !== 'success') return 'the credits you have left';
  return credits.data === 0 ? 'no credits' : `the ${formatCredits(credits.data)} you have left`;
}

/** An account without an address cannot be confirmed with an empty field. */
function matches(typed: string, email: string): boolean {
  const normalize = (text: string) => text.trim().toLowerCase();
  return normalize(typed) !== '' && normalize(typed) === normalize(email);
}
