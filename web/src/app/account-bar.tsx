import { Link } from 'react-router-dom';
import type { Balance } from '../api/credits.ts';
import { warmAuthPage } from '../auth/load-auth-page.ts';
import type { Session } from '../session/session-store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { PersonIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { CreditBalance } from './credit-balance.tsx';
import { PATHS, SIGN_UP_PATH } from './paths.ts';
import { signOut } from './sign-out.ts';
import './account-bar.css';

interface AccountBarProps {
  session: Session;
  balance: Balance;
}

export function AccountBar({ session, balance }: AccountBarProps) {
  switch (session.status) {
    case 'visitor':
      return <VisitorLinks />;
    case 'loading':
      return <AccountOnItsWay balance={balance} />;
    case 'signed-in':
      return <Account email={session.user.email} balance={balance} />;
  }
}

function Account({ email, balance }: { email: string; balance: Balance }) {
  return (
    <>
      <CreditBalance balance={balance} />
      <BuyCredits />
      <Link className="account-link" to={PATHS.account} title="Your account">
        <PersonIcon />
        <span className="account-email">{email}</span>
      </Link>
      <Button look="quiet" className="account-end" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </>
  );
}

function AccountOnItsWay({ balance }: { balance: Balance }) {
  return (
    <>
      <CreditBalance balance={balance} />
      <BuyCredits />
      <span className="account-link">
        <PersonIcon />
        <span className="account-email">
          <Skeleton width={16} />
        </span>
      </span>
      <Button look="quiet" className="account-end" disabled>
        Sign Out
      </Button>
    </>
  );
}

function BuyCredits() {
  return (
    <LinkButton look="brand" to={PATHS.buyCredits}>
      Buy Credits
    </LinkButton>
  );
}

function VisitorLinks() {
  // The sign-in page is heavy: it starts loading as soon as a hand moves towards it.
  const warm = { onPointerEnter: warmAuthPage, onFocus: warmAuthPage };
  return (
    <>
      <LinkButton look="quiet" to={PATHS.auth} {...warm}>
        Sign In
      </LinkButton>
      <LinkButton look="brand" to={SIGN_UP_PATH} {...warm}>
        Sign Up
      </LinkButton>
    </>
  );
}
