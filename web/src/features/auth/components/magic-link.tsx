import { Alert, Button, Text, TextField } from '@aws-amplify/ui-react';
import { confirmSignIn, resendSignUpCode, signIn } from 'aws-amplify/auth';
import { useRef, useState } from 'react';
import { isEmailAddress } from '../../../lib/email.ts';
import { NOTICES, useAuth } from '../model/auth-context.ts';
import { authErrorMessage, VALIDATION_MESSAGES } from '../../../session/auth-error.ts';
import { CODE_FIELD, EMAIL_FIELD } from '../model/labels.ts';
import { loadPendingCode, savePendingCode } from '../model/pending-code.ts';
import { useFocusOnFormChange, useRestoreFormFocus } from '../hooks/use-form-focus.ts';
import { BackToSignIn } from './view-links.tsx';

type Action = 'send' | 'verify';

/**
 * Sign-in with an e-mailed code. It does not use Amplify's form, because Amplify hides passwordless sign-in behind
 * "Other sign-in options" and cannot show the specified labels.
 */
export function MagicLink() {
  const { formState, setNotice } = useAuth();
  // After a reload Amplify continues its sign-in while the code is valid.
  const [isSent, setIsSent] = useState(() => loadPendingCode('magic_link') !== undefined);
  const [pending, setPending] = useState<Action>();
  const [error, setError] = useState<string>();
  const sendCode = useSendCode();
  const container = useRef<HTMLDivElement>(null);
  useFocusOnFormChange(container, isSent ? 'code' : 'address');
  useRestoreFormFocus(container, pending !== undefined);

  const run = async (action: Action, work: () => Promise<void>): Promise<void> => {
    setPending(action);
    setError(undefined);
    setNotice(undefined);
    try {
      await work();
    } catch (reason) {
      setError(authErrorMessage(reason));
    } finally {
      setPending(undefined);
    }
  };
  const send = () =>
    void run('send', async () => {
      if (!(await sendCode())) return;
      setIsSent(true);
      setNotice(isSent ? NOTICES.codeSentAgain : NOTICES.magicLinkSent);
    });
  const verify = () =>
    void run('verify', async () => {
      if (formState.code === '') throw new Error(VALIDATION_MESSAGES.codeMissing);
      // The new session navigates to the home page.
      await confirmSignIn({ challengeResponse: formState.code });
    });

  return (
    <div ref={container}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isSent) verify();
          else send();
        }}
      >
        {isSent ? <CodeStep pending={pending} /> : <AddressStep pending={pending} />}
        {error !== undefined && <Alert variation="error">{error}</Alert>}
        {isSent && (
          <Button variation="link" isDisabled={pending !== undefined} onClick={send}>
            Send a new code
          </Button>
        )}
        <BackToSignIn />
      </form>
    </div>
  );
}

function AddressStep({ pending }: { pending: Action | undefined }) {
  const { formState } = useAuth();
  return (
    <>
      <TextField
        {...EMAIL_FIELD}
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="off"
        defaultValue={formState.email}
        isDisabled={pending !== undefined}
      />
      <Button
        type="submit"
        variation="primary"
        isLoading={pending !== undefined}
        loadingText="Sending Magic Link..."
      >
        Send Magic Link
      </Button>
    </>
  );
}

function CodeStep({ pending }: { pending: Action | undefined }) {
  const { formState } = useAuth();
  return (
    <>
      <Text className="amplify-authenticator__subtitle">{`The email to ${formState.email} has a code. Enter it in this tab within three minutes.`}</Text>
      <TextField
        {...CODE_FIELD}
        name="confirmation_code"
        autoComplete="one-time-code"
        isDisabled={pending !== undefined}
      />
      <Button
        type="submit"
        variation="primary"
        isDisabled={pending !== undefined}
        isLoading={pending === 'verify'}
        loadingText="Verifying token..."
      >
        Verify token
      </Button>
    </>
  );
}

/** Sends a code. The result is false when the address must be confirmed first, which opens that form. */
function useSendCode(): () => Promise<boolean> {
  const { formState, open, setNotice } = useAuth();
  return async () => {
    const { email } = formState;
    if (email === '') throw new Error(VALIDATION_MESSAGES.emailMissing);
    if (!isEmailAddress(email)) throw new Error(VALIDATION_MESSAGES.emailIncomplete);
    const { nextStep } = await signIn({
      username: email,
      options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' },
    });
    switch (nextStep.signInStep) {
      case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
        formState.clearCode();
        savePendingCode('magic_link', email);
        return true;
      case 'CONFIRM_SIGN_UP':
        await resendSignUpCode({ username: email });
        savePendingCode('sign_up', email);
        open('verify_otp');
        setNotice(NOTICES.confirmationSent);
        return false;
      default:
        throw new Error(VALIDATION_MESSAGES.magicLinkUnavailable);
    }
  };
}
