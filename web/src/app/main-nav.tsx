import { useLocation } from 'react-router-dom';
import { PATHS } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';

const LINKS = [
  ['Create', PATHS.home],
  ['Thumbnails', PATHS.library],
  ['Credits', PATHS.buyCredits],
] as const;

/** The main pages. It is in the header, and in the account menu where the header has no room for it. */
export function MainNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="main-nav">
      {LINKS.map(([name, path]) => (
        <Link key={path} to={path} aria-current={pathname === path ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
