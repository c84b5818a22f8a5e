import { usePurchases } from '../api.ts';
import { useCredits, useCreditsDue } from '../../../api/read-credits.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { formatCredits } from '../../../lib/format.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useSession, useUserId } from '../../../session/session-provider.tsx';
import { BuyCreditsLayout } from './buy-credits-layout.tsx';
import { Packs } from './packs.tsx';
import { Purchases } from './purchases.tsx';
import { SellerNote } from './seller-note.tsx';
import { useCancelledCheckout } from '../hooks/use-cancelled-checkout.ts';
import { useCheckout } from '../hooks/use-checkout.ts';

const PENDING = { status: 'pending' } as const;

export default function BuyCreditsPage() {
  useTitle('Get More Credits · Thumbforge');
  const isVisitor = useSession().status === 'visitor';
  const userId = useUserId();
  const config = useSiteConfig();
  const credits = useCredits(userId);
  const purchases = usePurchases(userId);
  const creditsDue = useCreditsDue(userId);
  const { openingPriceId, buy } = useCheckout(credits, purchases);
  useCancelledCheckout();
  // The packs wait for the balance, because the credits that are due are shown above them.
  const isLoading = config.status === 'pending' || (!isVisitor && credits.status === 'pending');

  return (
    <BuyCreditsLayout>
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
      {!isLoading && config.status === 'success' && config.data.legal !== undefined && (
        <SellerNote legal={config.data.legal} />
      )}
      {!isVisitor && !isLoading && <Purchases purchases={purchases} onRetry={purchases.refetch} />}
    </BuyCreditsLayout>
  );
}
