import { useState } from 'react';
import type { Balance } from '../api/credits.ts';
import type { User } from '../session/session-store.ts';
import { Button } from '../ui/button.tsx';
import { useFocusGivenBack } from '../ui/use-focus-given-back.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useDeletion } from './use-deletion.ts';

interface DeleteAccountProps {
  user: User;
  balance: Balance;
}

export function DeleteAccount({ user, balance }: DeleteAccountProps) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const { deleting, failures, run } = useDeletion();
  const button = useFocusGivenBack<HTMLButtonElement>(deleting);
  return (
    <section className="delete-account" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p>Removes your pictures, your credits and your sign-in, for good.</p>
      <Button ref={button} look="outline" disabled={deleting} onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking && (
        <DeleteAccountDialog
          // A browser may close a dialog whatever we say: after a failure there is an open one again.
          key={failures}
          email={user.email}
          typed={typed}
          onType={setTyped}
          balance={balance}
          deleting={deleting}
          onDelete={run}
          onCancel={() => {
            setAsking(false);
            setTyped('');
          }}
        />
      )}
    </section>
  );
}
