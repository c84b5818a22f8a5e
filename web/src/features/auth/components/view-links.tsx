import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { formatFreeCredits } from '../../../lib/format.ts';
import { useAuth } from '../model/auth-context.ts';
import type { AuthView } from '../model/auth-view.ts';

type ViewLink = readonly [view: AuthView, label: string];

const SIGN_IN: ViewLink = ['sign_in', 'Already have an account? Sign in'];
const SIGN_UP: ViewLink = ['sign_up', 'Don’t have an account? Sign up'];
const FORGOTTEN_PASSWORD: ViewLink = ['forgotten_password', 'Forgot your password?'];
const MAGIC_LINK: ViewLink = ['magic_link', 'Email me a sign-in code'];

function ViewLinks({ links }: { links: readonly ViewLink[] }) {
  const { open } = useAuth();
  return (
    <div className="auth-links">
      {links.map(([view, label]) => (
        <button
          key={view}
          type="button"
          // The field keeps the focus, because its error would move the link away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => open(view)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

export const BackToSignIn = () => <ViewLinks links={[SIGN_IN]} />;

function SignUpFooter() {
  const { legal, isAccountKnown } = useAuth();
  return (
    <>
      {isAccountKnown && (
        <div className="auth-known-account">
          <ViewLinks links={[['sign_in', 'Sign in with this email'], FORGOTTEN_PASSWORD]} />
        </div>
      )}
      {legal && (
        <p className="amplify-authenticator__subtitle auth-legal">
          By signing up you accept the <NewTabLink href={legal.termsUrl}>terms of service</NewTabLink>. The{' '}
          <NewTabLink href={legal.privacyUrl}>privacy policy</NewTabLink> says how we use your data.
        </p>
      )}
      <BackToSignIn />
    </>
  );
}

/** Keeps what is typed into the form. */
const NewTabLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
);

function SignInLinks() {
  const { magicLink } = useAuth();
  const others = [FORGOTTEN_PASSWORD, SIGN_UP];
  return <ViewLinks links={magicLink ? [MAGIC_LINK, ...others] : others} />;
}

const Nothing = () => null;

function WelcomeCredits() {
  const { welcomeCredits } = useAuth();
  if (welcomeCredits <= 0) return null;
  return (
    <p className="amplify-authenticator__subtitle auth-intro">
      {`${formatFreeCredits(welcomeCredits)} to start, once for each mailbox. Throw-away and relay addresses get none. No card needed.`}
    </p>
  );
}

const ResetHint = () => (
  <p className="amplify-authenticator__subtitle">
    The email has a code and a link. Enter the code, or open the link on this device. Both work for an hour.
  </p>
);

/** No heading, because the card has one, and the links to the other forms under each form. */
export const FORM_SLOTS = {
  SignIn: { Header: Nothing, Footer: SignInLinks },
  SignUp: { Header: WelcomeCredits, Footer: SignUpFooter },
  ConfirmSignUp: { Header: Nothing, Footer: BackToSignIn },
  // Amplify's form has its own link back.
  ForgotPassword: { Header: Nothing },
  ConfirmResetPassword: { Header: ResetHint, Footer: BackToSignIn },
} satisfies AuthenticatorProps['components'];
