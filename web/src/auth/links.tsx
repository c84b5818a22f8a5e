import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { useAuthTools } from './auth-context.ts';
import type { View } from './view.ts';

type Link = readonly [to: View, label: string];

const SIGN_IN: Link = ['sign_in', 'Already have an account? Sign in'];
const SIGN_UP: Link = ['sign_up', 'Don’t have an account? Sign up'];
const FORGOTTEN: Link = ['forgotten_password', 'Forgot your password?'];
const MAGIC_LINK: Link = ['magic_link', 'Send a magic link email'];
const NEW_PASSWORD: Link = ['update_password', 'Choose a new password instead'];

function Links({ links }: { links: readonly Link[] }) {
  const { open } = useAuthTools();
  return (
    <div className="auth-links">
      {links.map(([to, label]) => (
        <button key={to} type="button" onClick={() => open(to)}>
          {label}
        </button>
      ))}
    </div>
  );
}

export const BackToSignIn = () => <Links links={[SIGN_IN]} />;

function SignInLinks() {
  const { magicLink } = useAuthTools();
  return <Links links={magicLink ? [MAGIC_LINK, FORGOTTEN, SIGN_UP] : [FORGOTTEN, SIGN_UP]} />;
}

/** A code that another device asked for may be for either form: only its owner knows. */
function VerifyLinks() {
  const { arrival } = useAuthTools();
  const isUnknown = arrival.code !== '' && arrival.email === '';
  return <Links links={isUnknown ? [NEW_PASSWORD, SIGN_IN] : [SIGN_IN]} />;
}

const Nothing = () => null;

/** What surrounds Amplify's fields: no heading, for the card has one, and the links to other forms under each. */
export const SLOTS = {
  SignIn: { Header: Nothing, Footer: SignInLinks },
  SignUp: { Header: Nothing, Footer: BackToSignIn },
  ConfirmSignUp: { Header: Nothing, Footer: VerifyLinks },
  // This form has its own way back.
  ForgotPassword: { Header: Nothing },
  ConfirmResetPassword: { Header: Nothing, Footer: BackToSignIn },
} satisfies AuthenticatorProps['components'];
