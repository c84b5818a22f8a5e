import { PATHS } from '../lib/paths.ts';
import { Link } from './link.tsx';

/** A link to the home page. */
export function Logo() {
  return (
    <Link className="logo" to={PATHS.home}>
      <svg viewBox="0 0 32 32" fill="none" aria-hidden="true">
        <rect x="2.5" y="6.5" width="27" height="19" rx="5" stroke="var(--brand)" strokeWidth="2" />
        <path d="M13 11.6v8.8l7.6-4.4z" fill="var(--brand)" />
        <path d="M26 2.2l1 2.6 2.6 1-2.6 1-1 2.6-1-2.6-2.6-1 2.6-1z" fill="var(--text)" />
      </svg>
      <span className="logo-name">Thumbforge</span>
    </Link>
  );
}
