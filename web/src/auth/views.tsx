import { useAuthenticator } from '@aws-amplify/ui-react';
import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { SIGN_IN_TITLE, SIGN_UP_TITLE } from './titles.ts';

const title = (text: string) =>
  function Title() {
    return <h1 className="auth-title">{text}</h1>;
  };

function SignInLinks() {
  const { toForgotPassword, toSignUp } = useAuthenticator((context) => [context.route]);
  return (
    <div className="auth-links">
      <button type="button" onClick={toForgotPassword}>
        Forgot your password?
      </button>
      <button type="button" onClick={toSignUp}>
        Don’t have an account? Sign up
      </button>
    </div>
  );
}

function BackToSignIn() {
  const { toSignIn } = useAuthenticator((context) => [context.route]);
  return (
    <div className="auth-links">
      <button type="button" onClick={toSignIn}>
        Already have an account? Sign in
      </button>
    </div>
  );
}

/** What surrounds Amplify's fields: a heading over each view, and the links between them under it. */
export const VIEWS = {
  SignIn: { Header: title(SIGN_IN_TITLE), Footer: SignInLinks },
  SignUp: { Header: title(SIGN_UP_TITLE), Footer: BackToSignIn },
  ConfirmSignUp: { Header: title('Check your email'), Footer: BackToSignIn },
  ForgotPassword: { Header: title('Reset your password') },
  ConfirmResetPassword: { Header: title('Choose a new password'), Footer: BackToSignIn },
} satisfies AuthenticatorProps['components'];
