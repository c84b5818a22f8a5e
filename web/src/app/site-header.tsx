import { lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useCredits } from '../api/read-credits.ts';
import { PAGE_BAR } from '../lib/page-bar.ts';
import { PATHS, SIGN_UP_PATH } from '../lib/paths.ts';
import type { QueryState } from '../api/use-query.ts';
import { useSession, useUserId } from '../session/session-provider.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { PersonIcon } from '../ui/icons.tsx';
import { LazyPart, reportLostSignOut } from '../ui/lazy-part.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { preloadAuthPage } from './lazy-pages.tsx';
import { SkipLink } from './page-focus.tsx';
import './site-header.css';

/** The bar at the top of every page except the sign-in page. */
export function SiteHeader() {
  const { pathname } = useLocation();
  const isVisitor = useSession().status === 'visitor';
  /** The finish page has one bar, which is the header. */
  const isFinish = pathname.startsWith(`${PATHS.library}/`);
  return (
    <header className="header" data-finish={isFinish}>
      <SkipLink />
      <div className="wrap">
        <Logo />
        {isVisitor && <span className="header-tagline">AI Thumbnail Generator</span>}
        {isFinish ? (
          <div id={PAGE_BAR.start} className="page-bar" />
        ) : (
          <div className="header-roomy">
            <MainNav isVisitor={isVisitor} />
          </div>
        )}
        <div className="header-end">
          {pathname === PATHS.buyCredits && (
            <LinkButton variant={isVisitor ? 'quiet' : 'outline'} to={PATHS.home}>
              Back to Home
            </LinkButton>
          )}
          {isVisitor ? (
            <VisitorLinks />
          ) : (
            <AccountLinks isFinish={isFinish} isBuying={pathname === PATHS.buyCredits} />
          )}
        </div>
        {isFinish && <div id={PAGE_BAR.end} className="page-bar-end" />}
      </div>
    </header>
  );
}

const loadSignOut = () => import('./sign-out.tsx');
const SignOutQuestion = lazy(loadSignOut);

function AccountLinks({ isFinish, isBuying }: { isFinish: boolean; isBuying: boolean }) {
  const session = useSession();
  const userId = useUserId();
  const credits = useCredits(userId);
  const [signOut, setSignOut] = useState<'running' | 'asks'>();
  useEffect(() => {
    // A sign-out also works without a connection.
    if (userId !== undefined) loadSignOut().catch(() => undefined);
  }, [userId]);
  const startSignOut = () => {
    setSignOut('running');
    loadSignOut()
      .then(({ signOutWhenSent }) => signOutWhenSent())
      .then((isDone) => setSignOut(isDone ? undefined : 'asks'))
      .catch(() => {
        setSignOut(undefined);
        reportLostSignOut();
      });
  };
  const isSignOutOff = userId === undefined || signOut === 'running';
  return (
    <>
      <CreditBalance credits={credits} />
      {!isFinish && !isBuying && (
        <LinkButton variant="brand" to={PATHS.buyCredits}>
          Buy Credits
        </LinkButton>
      )}
      <AccountMenu email={session.status === 'signed-in' ? session.user.email : undefined}>
        {isFinish && <Link to={PATHS.buyCredits}>Buy Credits</Link>}
        <button
          type="button"
          className={isFinish ? '' : 'header-narrow'}
          disabled={isSignOutOff}
          onClick={startSignOut}
        >
          Sign Out
        </button>
      </AccountMenu>
      {!isFinish && (
        <Button
          variant="quiet"
          className="header-wide header-sign-out"
          disabled={isSignOutOff}
          onClick={startSignOut}
        >
          Sign Out
        </Button>
      )}
      <LazyPart>
        {signOut === 'asks' && userId !== undefined && (
          <SignOutQuestion userId={userId} onClose={() => setSignOut(undefined)} />
        )}
      </LazyPart>
    </>
  );
}

/** Renders nothing when the balance could not be read. */
function CreditBalance({ credits }: { credits: QueryState<number> }) {
  if (credits.status === 'error') return null;
  return (
    <span className="credit-balance">
      {credits.status === 'pending' ? (
        <Skeleton width={9} />
      ) : (
        <>
          <strong>{credits.data}</strong> <span>{credits.data === 1 ? 'credit' : 'credits'}</span>
        </>
      )}
    </span>
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

/**
 * The address, which opens a menu. The browser closes the menu on Escape, on a click elsewhere, and because its key
 * changes, on navigation.
 * @param email undefined while the session loads.
 */
function AccountMenu({ email, children }: { email: string | undefined; children: ReactNode }) {
  const { key } = useLocation();
  return (
    <>
      <button
        type="button"
        className="account-button"
        title="Your account"
        disabled={email === undefined}
        popoverTarget="account-menu"
      >
        <PersonIcon />
        <span className="account-email">{email ?? <Skeleton width={16} />}</span>
      </button>
      <div id="account-menu" key={key} popover="auto" className="popover-menu account-menu">
        <p className="account-menu-email">
          <small>Signed in as</small> <span>{email}</span>
        </p>
        <div className="header-tight">
          <MainNav isVisitor={false} />
        </div>
        <Link to={PATHS.account}>Account</Link>
        {children}
      </div>
    </>
  );
}

const LINKS = [
  ['Create', PATHS.home],
  ['Thumbnails', PATHS.library],
] as const;

/** The main pages. It is in the header, and in the account menu where the header has no room for it. A user has Buy Credits. */
function MainNav({ isVisitor }: { isVisitor: boolean }) {
  const { pathname } = useLocation();
  const links = isVisitor ? [...LINKS, ['Credits', PATHS.buyCredits] as const] : LINKS;
  return (
    <nav aria-label="Main" className="main-nav">
      {links.map(([name, path]) => (
        <Link key={path} to={path} aria-current={pathname === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
