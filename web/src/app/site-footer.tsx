import { useSiteConfig } from '../api/site-config.ts';
import { PATHS } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';
import './site-footer.css';

/** The end of every page: the seller and its policies, or the product's name in a stage without them. */
export function SiteFooter() {
  const config = useSiteConfig();
  const legal = config.status === 'success' ? config.data.legal : undefined;
  return (
    <footer className="footer">
      <div className="wrap">
        <span>{legal ? `${legal.sellerName}, ${legal.sellerAddress}` : 'Thumbforge'}</span>
        <Link to={PATHS.developers}>Developers</Link>
        <Link to={PATHS.support}>Support</Link>
        {legal && (
          <>
            <a href={legal.termsUrl}>Terms</a>
            <a href={legal.privacyUrl}>Privacy</a>
            <a href={legal.refundsUrl}>Refunds</a>
          </>
        )}
      </div>
    </footer>
  );
}
