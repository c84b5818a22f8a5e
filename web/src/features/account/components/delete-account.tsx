import { useState } from 'react';
import { useSiteConfig } from '../../../api/site-config.ts';
import type { QueryState } from '../../../lib/query-state.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import type { User } from '../../../session/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useAccountDeletion } from '../hooks/use-account-deletion.ts';

interface DeleteAccountProps {
  user: User;
  credits: QueryState<number>;
}

const EMPTY = { email: '', secret: '' };

export function DeleteAccount({ user, credits }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState(EMPTY);
  const { isBusy, isCodeSent, failureCount, run, sendCode } = useAccountDeletion(user.email);
  const config = useSiteConfig();
  const button = useRestoreFocus<HTMLButtonElement>(isBusy);
  const offersCode = config.status === 'success' && config.data.magicLink && !isCodeSent;
  return (
    <section className="account-section" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p>Deletes your thumbnails, your credits and your sign-in permanently.</p>
      <Button ref={button} variant="outline" disabled={isBusy} onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      {isOpen && (
        <DeleteAccountDialog
          // A browser may close a dialog although the page prevents it. The new key opens it again after a failure.
          key={failureCount}
          email={user.email}
          typed={typed}
          onType={(changes) => setTyped({ ...typed, ...changes })}
          credits={credits}
          isCodeSent={isCodeSent}
          isBusy={isBusy}
          onSendCode={offersCode ? sendCode : undefined}
          onDelete={() => run(typed.secret)}
          onCancel={() => {
            setIsOpen(false);
            setTyped(EMPTY);
          }}
        />
      )}
    </section>
  );
}
