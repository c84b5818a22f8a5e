import type { FeatureId } from '../../../../../contract/features.ts';
import type { LegalInfo } from '../../../../../contract/site-config.ts';
import { useCredits, useCreditsDue } from '../../../api/read-credits.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { formatCredits } from '../../../lib/format.ts';
import { HEADINGS } from '../../../lib/paths.ts';
import { useSession, useUserId } from '../../../session/session-provider.tsx';
import { Page } from '../../../ui/page.tsx';
import { usePurchases } from '../api.ts';
import { useCheckout } from '../hooks/use-checkout.ts';
import { awaitedPayment } from '../model/awaited-payment.ts';
import { EARLY_ACCESS_ID, Packs } from './packs.tsx';
import { Purchases } from './purchases.tsx';

const PENDING = { status: 'pending' } as const;

export default function BuyCreditsPage() {
  const isVisitor = useSession().status === 'visitor';
  const userId = useUserId();
  const config = useSiteConfig();
  const credits = useCredits(userId);
  const purchases = usePurchases(userId);
  const creditsDue = useCreditsDue(userId);
  const { openingPriceId, buy } = useCheckout();
  // The packs wait for the balance, because the credits that are due are shown above them.
  const isLoading = config.status === 'pending' || (!isVisitor && credits.status === 'pending');

  return (
    <Page {...HEADINGS.buyCredits}>
      {!isLoading && creditsDue > 0 && (
        <p className="credits-due">
          A refunded or disputed payment left {formatCredits(creditsDue)} due. Your next purchase settles them
          first.
        </p>
      )}
      <Packs
        config={isLoading ? PENDING : config}
        onRetry={config.refetch}
        openingPriceId={openingPriceId}
        onBuy={buy}
      />
      {!isLoading && config.status === 'success' && <EarlyAccess features={config.data.earlyAccess} />}
      {!isLoading && config.status === 'success' && config.data.legal !== undefined && (
        <SellerNote legal={config.data.legal} />
      )}
      {!isVisitor && !isLoading && (
        <Purchases
          purchases={purchases}
          awaitedId={userId && awaitedPayment.load(userId)?.id}
          onRetry={purchases.refetch}
        />
      )}
    </Page>
  );
}

const FEATURE_NAMES: Record<FeatureId, string> = {
  edits: 'Image tools',
  concepts: 'Start from a script',
  brand: 'Brand colours and layouts',
  keys: 'API keys',
};

/** What the packs with early access have at the moment. */
function EarlyAccess({ features }: { features: readonly FeatureId[] }) {
  return (
    <section id={EARLY_ACCESS_ID} className="early-features" aria-labelledby="early-features">
      <h2 id="early-features">Early access</h2>
      <p>
        Accounts with Pro or Elite have new features first.{' '}
        {features.length > 0
          ? `At the moment: ${features.map((feature) => FEATURE_NAMES[feature]).join(', ')}.`
          : 'At the moment every account has all features.'}
      </p>
    </section>
  );
}

/** What a consumer must know before a purchase: the seller, the price, the supply, the right to cancel, and the support. */
function SellerNote({ legal }: { legal: LegalInfo }) {
  const { sellerName, sellerAddress, supportEmail, termsUrl, refundsUrl } = legal;
  return (
    <p className="seller-note">
      Sold by {sellerName}, {sellerAddress}. Prices are final. Credits are available right after the payment:
      you can cancel within 14 days for credits that you have not used. A full refund also ends what came with
      the pack: its API keys, support level and early access. <a href={termsUrl}>Terms of service</a>,{' '}
      <a href={refundsUrl}>refund policy</a>. Support: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
}
