import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { SignInError, useRecentSignIn } from '../hooks/use-recent-sign-in.ts';
import { SecretField } from './secret-field.tsx';

interface ConfirmSignInProps {
  email: string;
  /** The label of the button. */
  action: string;
  /** Why the user has to sign in again. */
  children: string;
  /** Does what needs the sign-in, and reports its own failures. */
  onConfirm: (token: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks the user to sign in again, because the session of the page is too old for an operation. */
export function ConfirmSignIn({ email, action, children, onConfirm, onCancel }: ConfirmSignInProps) {
  const { isCodeSent, offersCode, sendCode, signInAgain } = useRecentSignIn(email);
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<SignInError>();
  const [isBusy, setIsBusy] = useState(false);
  const button = useRestoreFocus<HTMLButtonElement>(isBusy);
  const form = useId();

  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      if (!(reason instanceof SignInError)) throw reason;
      setError(reason);
    }
    setIsBusy(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (secret !== '' && !isBusy) void attempt(async () => onConfirm(await signInAgain(secret)));
  };

  return (
    <Dialog
      title="Sign in again"
      onCancel={() => !isBusy && onCancel()}
      actions={
        <>
          <Button ref={button} type="submit" form={form} variant="primary" disabled={secret === '' || isBusy}>
            {isBusy && <Spinner />} <span>{action}</span>
          </Button>
          <Button variant="outline" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <form id={form} className="account-dialog-form" onSubmit={submit}>
        <SecretField
          value={secret}
          isCodeSent={isCodeSent}
          disabled={isBusy}
          error={error}
          onChange={setSecret}
          onSendCode={offersCode ? () => void attempt(sendCode) : undefined}
        />
      </form>
    </Dialog>
  );
}
