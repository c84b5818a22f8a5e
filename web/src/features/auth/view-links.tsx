import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { useAuth } from './auth-context.ts';
import type { AuthView } from './auth-view.ts';

type ViewLink = readonly [view: AuthView, label: string];

const SIGN_IN: ViewLink = ['sign_in', 'Already have an account? Sign in'];
const SIGN_UP: ViewLink = ['sign_up', 'Don’t have an account? Sign up'];
const FORGOTTEN_PASSWORD: ViewLink = ['forgotten_password', 'Forgot your password?'];
const MAGIC_LINK: ViewLink = ['magic_link', 'Send a magic link email'];
const NEW_PASSWORD: ViewLink = ['update_password', 'Choose a new password instead'];

function ViewLinks({ links }: { links: readonly ViewLink[] }) {
  const { open } = useAuth();
  return (
    <div className="auth-links">
      {links.map(([view, label]) => (
        <button key={view} type="button" onClick={() => open(view)}>
          {label}
        </button>
      ))}
    </div>
  );
}

export const BackToSignIn = () => <ViewLinks links={[SIGN_IN]} />;

function SignInLinks() {
  const { magicLink } = useAuth();
  const others = [FORGOTTEN_PASSWORD, SIGN_UP];
  return <ViewLinks links={magicLink ? [MAGIC_LINK, ...others] : others} />;
}

/** A code that another device requested may also be for a password reset. Only the user knows. */
function VerifyLinks() {
  const { urlParams } = useAuth();
  const isAmbiguous = urlParams.code !== '' && urlParams.email === '';
  return <ViewLinks links={isAmbiguous ? [NEW_PASSWORD, SIGN_IN] : [SIGN_IN]} />;
}

const Nothing = () => null;

/** No heading, because the card has one, and the links to the other forms under each form. */
export const FORM_SLOTS = {
  SignIn: { Header: Nothing, Footer: SignInLinks },
  SignUp: { Header: Nothing, Footer: BackToSignIn },
  ConfirmSignUp: { Header: Nothing, Footer: VerifyLinks },
  // Amplify's form has its own link back.
  ForgotPassword: { Header: Nothing },
  ConfirmResetPassword: { Header: Nothing, Footer: BackToSignIn },
} satisfies AuthenticatorProps['components'];
