import { useSiteConfig } from '../../../api/site-config.ts';
import { formatFreeCredits } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';

/** The prices, and the credits of a new account. The number comes last, so that it moves nothing when it has loaded. */
export function WelcomeOffer() {
  const config = useSiteConfig();
  const credits = config.status === 'success' ? config.data.welcomeCredits : 0;
  return (
    <span className="hero-offer">
      <Link to={PATHS.buyCredits}>See prices</Link>
      {credits > 0 && ` · ${formatFreeCredits(credits)} to start`}
    </span>
  );
}
