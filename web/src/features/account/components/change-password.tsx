import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type * as PasswordSession from '../../../session/change-password.ts';
import { isLoadError } from '../../../lib/load-error.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { authErrorMessage } from '../../../session/auth-error.ts';
import { signOutAfterPasswordChange } from '../../../session/sign-out.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordChecklist } from '../../../session/password-checklist.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PasswordField } from './password-field.tsx';

interface ChangePasswordProps {
  email: string;
  /** The code of the link in an e-mail. Empty if the page was not opened by one. */
  linkCode: string;
}

/**
 * Changes the password with an e-mailed code, like the reset on the sign-in page: Cognito's own change of a password ends
 * no session (`docs/decisions/0036-sessions-end-at-a-password-reset.md`).
 */
export function ChangePassword({ email, linkCode }: ChangePasswordProps) {
  const [sentCount, setSentCount] = useState(0);
  const [isCanceled, setIsCanceled] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  // A new code makes the code of the link invalid.
  const code = sentCount === 0 ? linkCode : '';
  const isCodeSent = !isCanceled && (sentCount > 0 || code !== '');
  // The form, which has the focus, disappears.
  const button = useRestoreFocus<HTMLButtonElement>(isCodeSent);

  const attempt = async (work: (session: typeof PasswordSession) => Promise<void>) => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work(await import('../../../session/change-password.ts'));
    } catch (reason) {
      if (isLoadError(reason)) setError(authErrorMessage(reason));
      else setError(reason instanceof Error ? reason.message : String(reason));
    }
    setIsBusy(false);
  };
  const sendCode = () =>
    void attempt(async ({ sendPasswordCode }) => {
      await sendPasswordCode(email);
      setSentCount((count) => count + 1);
      setIsCanceled(false);
    });
  const cancel = () => {
    setError(undefined);
    setIsCanceled(true);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void attempt(async ({ changePassword }) => {
      await changePassword(email, readText(fields, 'code'), readText(fields, 'password'));
      await signOutAfterPasswordChange();
    });
  };

  return (
    <section className="account-section" aria-labelledby="change-password">
      <h2 id="change-password">Your password</h2>
      <p role="status">{describeStep(email, isCodeSent, code)}</p>
      {isCodeSent && (
        // A new form for each code: an old code in it is invalid.
        <NewPasswordForm
          key={sentCount}
          email={email}
          code={code}
          isBusy={isBusy}
          onSubmit={submit}
          onCancel={cancel}
        />
      )}
      {error !== undefined && (
        <p className="message" role="alert">
          {error}
        </p>
      )}
      <Button ref={button} variant={isCodeSent ? 'quiet' : 'outline'} disabled={isBusy} onClick={sendCode}>
        {isBusy && !isCodeSent && <Spinner />}{' '}
        <span>{isCodeSent ? 'Send a new code' : 'Change password'}</span>
      </Button>
    </section>
  );
}

interface NewPasswordFormProps {
  email: string;
  /** The code of the link in an e-mail. Empty if the user must type the code. */
  code: string;
  isBusy: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onCancel: () => void;
}

function NewPasswordForm({ email, code, isBusy, onSubmit, onCancel }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  return (
    <form className="account-form" onSubmit={onSubmit}>
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <TextField
        label="Code from the email"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        defaultValue={code}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens after a press of a button or a link
        autoFocus={code === ''}
        required
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        onChange={({ target }) => setPassword(target.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens after a press of a button or a link
        autoFocus={code !== ''}
        aria-describedby="password-policy"
        required
      />
      <p id="password-policy">
        <PasswordChecklist password={password} />
      </p>
      <div className="account-form-actions">
        <Button type="submit" variant="brand" disabled={isBusy}>
          {isBusy && <Spinner />} <span>Update password</span>
        </Button>
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function describeStep(email: string, isCodeSent: boolean, code: string): string {
  if (!isCodeSent) return 'You get a code by email. After the change, every device has to sign in again.';
  if (code !== '') return `Choose a new password for ${email}. Every device has to sign in again.`;
  return `A code is on its way to ${email}. It works for an hour.`;
}

function readText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
