import { usePurchases } from '../../api/list-purchases.ts';
import { useCredits } from '../../api/read-credits.ts';
import { useSiteConfig } from '../../api/site-config.ts';
import { useTitle } from '../../lib/use-title.ts';
import { useSession, useUserId } from '../../session/session-provider.tsx';
import { BuyCreditsLayout } from './buy-credits-layout.tsx';
import { Packs } from './packs.tsx';
import { Purchases } from './purchases.tsx';
import { useCheckout } from './use-checkout.ts';

export default function BuyCreditsPage() {
  useTitle('Get More Credits · Thumbforge');
  const isVisitor = useSession().status === 'visitor';
  const userId = useUserId();
  const config = useSiteConfig();
  const credits = useCredits(userId);
  const purchases = usePurchases(userId);
  const { openingPriceId, buy } = useCheckout(credits, purchases);

  return (
    <BuyCreditsLayout credits={isVisitor ? undefined : credits}>
      <Packs config={config} onRetry={config.refetch} openingPriceId={openingPriceId} onBuy={buy} />
      {!isVisitor && config.status !== 'pending' && (
        <Purchases purchases={purchases} onRetry={purchases.refetch} />
      )}
    </BuyCreditsLayout>
  );
}
