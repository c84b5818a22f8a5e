import { Alert, Button, Text, TextField } from '@aws-amplify/ui-react';
import { confirmSignIn, resendSignUpCode, signIn } from 'aws-amplify/auth';
import { useRef, useState } from 'react';
import { useAuthTools } from './auth-context.ts';
import type { AuthTools } from './auth-context.ts';
import { CODE, EMAIL } from './labels.ts';
import { BackToSignIn } from './links.tsx';
import { COMPLAINTS, NOTICES } from './messages.ts';
import { recallCode, rememberCode } from './pending-code.ts';
import { useAttempt } from './use-attempt.ts';
import { useFocusGivenBackAfter, useFocusOnChange } from './use-focus.ts';

type Work = 'send' | 'verify';

/**
 * Sign-in by a code that is mailed. A form of our own: Amplify's passwordless sign-in hides behind "Other sign-in
 * options", and cannot say what the specification says.
 */
export function MagicLink() {
  const tools = useAuthTools();
  // After a reload Amplify goes on where it was, for as long as the code is good.
  const [sent, setSent] = useState(() => recallCode('magic_link') !== undefined);
  const { work, error, attempt } = useAttempt<Work>();
  const container = useRef<HTMLDivElement>(null);
  useFocusOnChange(container, sent ? 'code' : 'address');
  useFocusGivenBackAfter(container, work !== undefined);

  const send = () =>
    void attempt('send', async () => {
      if (!(await sendCode(tools))) return;
      setSent(true);
      tools.tell(sent ? NOTICES.codeSentAgain : NOTICES.magicLinkSent);
    });
  const verify = () =>
    void attempt('verify', async () => {
      if (tools.desk.code === '') throw new Error(COMPLAINTS.noCode);
      // The session that this opens leads away from here.
      await confirmSignIn({ challengeResponse: tools.desk.code });
    });

  return (
    <div ref={container}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (sent) verify();
          else send();
        }}
      >
        {sent ? <CodeStep work={work} /> : <AddressStep work={work} />}
        {error !== undefined && <Alert variation="error">{error}</Alert>}
        {sent && (
          <Button variation="link" isDisabled={work !== undefined} onClick={send}>
            Send a new code
          </Button>
        )}
        <BackToSignIn />
      </form>
    </div>
  );
}

function AddressStep({ work }: { work: Work | undefined }) {
  const { desk } = useAuthTools();
  return (
    <>
      <TextField
        {...EMAIL}
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="off"
        defaultValue={desk.email}
        isDisabled={work !== undefined}
      />
      <Button
        type="submit"
        variation="primary"
        isLoading={work !== undefined}
        loadingText="Sending Magic Link…"
      >
        Send Magic Link
      </Button>
    </>
  );
}

function CodeStep({ work }: { work: Work | undefined }) {
  const { desk } = useAuthTools();
  return (
    <>
      <Text className="amplify-authenticator__subtitle">
        The email went to {desk.email}. Its code works for three minutes, in this tab.
      </Text>
      <TextField
        {...CODE}
        name="confirmation_code"
        autoComplete="one-time-code"
        isDisabled={work !== undefined}
      />
      <Button
        type="submit"
        variation="primary"
        isDisabled={work !== undefined}
        isLoading={work === 'verify'}
        loadingText="Verifying token…"
      >
        Verify token
      </Button>
    </>
  );
}

/** @returns whether one is on its way; not so where the address has to be confirmed first. */
async function sendCode({ desk, open, tell }: AuthTools): Promise<boolean> {
  const { email } = desk;
  if (email === '') throw new Error(COMPLAINTS.noEmail);
  if (!/^\S+@\S+$/.test(email)) throw new Error(COMPLAINTS.noWholeEmail);
  const { nextStep } = await signIn({
    username: email,
    options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' },
  });
  switch (nextStep.signInStep) {
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      desk.forgetCode();
      rememberCode('magic_link', email);
      return true;
    case 'CONFIRM_SIGN_UP':
      await resendSignUpCode({ username: email });
      rememberCode('sign_up', email);
      open('verify_otp');
      tell(NOTICES.confirmationSent);
      return false;
    default:
      throw new Error(COMPLAINTS.noMagicLink);
  }
}
