import { Link } from 'react-router-dom';
import { useCredits } from '../api/read-credits.ts';
import { preloadAuthPage } from '../features/auth/load-auth-page.ts';
import { PATHS, SIGN_UP_PATH } from '../lib/paths.ts';
import { useSession, useUserId } from '../session/session-provider.tsx';
import { signOut } from '../session/sign-out.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CreditBalance } from '../ui/header.tsx';
import { PersonIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import './account-bar.css';

/** The controls at the end of the home page's header. */
export function AccountBar() {
  return useSession().status === 'visitor' ? <VisitorLinks /> : <AccountLinks />;
}

function AccountLinks() {
  const session = useSession();
  const credits = useCredits(useUserId());
  return (
    <>
      <CreditBalance credits={credits} />
      <LinkButton variant="brand" to={PATHS.buyCredits}>
        Buy Credits
      </LinkButton>
      {session.status === 'signed-in' ? (
        <Link className="account-link" to={PATHS.account} title="Your account">
          <PersonIcon />
          <span className="account-email">{session.user.email}</span>
        </Link>
      ) : (
        <span className="account-link">
          <PersonIcon />
          <span className="account-email">
            <Skeleton width={16} />
          </span>
        </span>
      )}
      <Button
        variant="quiet"
        className="account-sign-out"
        disabled={session.status !== 'signed-in'}
        onClick={() => void signOut()}
      >
        Sign Out
      </Button>
    </>
  );
}

function VisitorLinks() {
  // The sign-in page is large: start to load it when the pointer or the focus reaches a link.
  const preload = { onPointerEnter: preloadAuthPage, onFocus: preloadAuthPage };
  return (
    <>
      <LinkButton variant="quiet" to={PATHS.auth} {...preload}>
        Sign In
      </LinkButton>
      <LinkButton variant="brand" to={SIGN_UP_PATH} {...preload}>
        Sign Up
      </LinkButton>
    </>
  );
}
