import { useSiteConfig } from '../api/site-config.ts';
import { LegalLinks } from '../ui/legal-links.tsx';
import './site-footer.css';

/** The end of every page: the seller and its policies, or the product's name in a stage without them. */
export function SiteFooter() {
  const config = useSiteConfig();
  const legal = config.status === 'success' ? config.data.legal : undefined;
  return (
    <footer className="footer">
      <div className="wrap">
        <span>{legal ? `${legal.sellerName}, ${legal.sellerAddress}` : 'Thumbforge'}</span>
        {legal && <LegalLinks legal={legal} />}
      </div>
    </footer>
  );
}
