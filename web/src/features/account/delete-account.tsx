import { useState } from 'react';
import type { QueryState } from '../../lib/query-state.ts';
import { useRestoreFocus } from '../../lib/use-restore-focus.ts';
import type { User } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useAccountDeletion } from './use-account-deletion.ts';

interface DeleteAccountProps {
  user: User;
  credits: QueryState<number>;
}

export function DeleteAccount({ user, credits }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { isDeleting, failureCount, run } = useAccountDeletion();
  const button = useRestoreFocus<HTMLButtonElement>(isDeleting);
  return (
    <section className="delete-account" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p>Removes your pictures, your credits and your sign-in permanently.</p>
      <Button ref={button} variant="outline" disabled={isDeleting} onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      {isOpen && (
        <DeleteAccountDialog
          // A browser may close a dialog although the page prevents it. The new key opens it again after a failure.
          key={failureCount}
          email={user.email}
          typed={typed}
          onType={setTyped}
          credits={credits}
          isDeleting={isDeleting}
          onDelete={run}
          onCancel={() => {
            setIsOpen(false);
            setTyped('');
          }}
        />
      )}
    </section>
  );
}
