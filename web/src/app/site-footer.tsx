import { useSiteConfig } from '../api/site-config.ts';
import { LegalLinks } from '../ui/legal-links.tsx';
import './site-footer.css';

/** The seller and its policies. It is the last element of a page, so it moves nothing when the settings have loaded. */
export function SiteFooter() {
  const config = useSiteConfig();
  const legal = config.status === 'success' ? config.data.legal : undefined;
  if (legal === undefined) return null;
  return (
    <footer className="footer">
      <div className="wrap">
        <span>
          {legal.sellerName}, {legal.sellerAddress}
        </span>
        <LegalLinks legal={legal} />
      </div>
    </footer>
  );
}
