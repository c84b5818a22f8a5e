import { useLocation } from 'react-router-dom';
import { PATHS } from '../lib/paths.ts';
import { signOut } from '../session/sign-out.ts';
import { PersonIcon } from '../ui/icons.tsx';
import { Link } from '../ui/link.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { MainNav } from './main-nav.tsx';
import '../ui/popover-menu.css';
import './account-menu.css';

/**
 * The address, which opens a menu. The browser closes the menu on Escape, on a click elsewhere, and because its key
 * changes, on navigation.
 * @param email undefined while the session loads.
 */
export function AccountMenu({ email }: { email: string | undefined }) {
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
          <small>Signed in as</small> {email}
        </p>
        <div className="header-tight">
          <MainNav />
        </div>
        <Link to={PATHS.account}>Account</Link>
        <button type="button" className="header-narrow" onClick={() => void signOut()}>
          Sign Out
        </button>
      </div>
    </>
  );
}
