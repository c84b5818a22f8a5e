import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface SecretFieldProps {
  value: string;
  isCodeSent: boolean;
  disabled: boolean;
  /** Why the password or the code was refused. */
  error: Error | undefined;
  onChange: (secret: string) => void;
  /** Sends a code to sign in with instead of the password; undefined if that is not possible. */
  onSendCode: (() => void) | undefined;
}

/** The password of a new sign-in, or the code from an e-mail. A refused one gets the focus. */
export function SecretField({ value, isCodeSent, disabled, error, onChange, onSendCode }: SecretFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <>
      <TextField
        label={isCodeSent ? 'Code from the email' : 'Password'}
        error={error?.message}
        ref={field}
        {...(isCodeSent ? CODE_INPUT : PASSWORD_INPUT)}
        value={value}
        disabled={disabled}
        onChange={onChange}
      />
      {onSendCode && (
        <Button variant="quiet" disabled={disabled} onClick={onSendCode}>
          Use a code sent to my email instead
        </Button>
      )}
    </>
  );
}

const PASSWORD_INPUT = { type: 'password', autoComplete: 'current-password' };
const CODE_INPUT = { type: 'text', inputMode: 'numeric', autoComplete: 'one-time-code' } as const;
