import { useEffect, useEffectEvent } from 'react';
import { useCredits } from '../api/credits.ts';
import { listPurchases } from '../api/list-purchases.ts';
import { useAnswer } from '../api/use-answer.ts';
import { readSiteConfig } from '../api/site-config.ts';
import { useSession } from '../session/session-context.ts';
import { useTitle } from '../ui/use-title.ts';
import { BuyingFrame } from './buying-frame.tsx';
import { Packs } from './packs.tsx';
import { Purchases } from './purchases.tsx';
import { useCheckout } from './use-checkout.ts';

const readPacks = async () => (await readSiteConfig()).packs;

export default function BuyCreditsPage() {
  useTitle('Get More Credits · Thumbforge');
  const session = useSession();
  const visiting = session.status === 'visitor';
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const { answer: packs, reload: reloadPacks } = useAnswer('everyone', readPacks);
  const { balance, reload: reloadBalance } = useCredits(userId);
  const { answer: purchases, reload: reloadPurchases } = useAnswer(userId, listPurchases);
  const { openingPrice, buy } = useCheckout({ balance, purchases });

  useOnReturn(() => {
    reloadBalance();
    reloadPurchases();
  });

  return (
    <BuyingFrame balance={visiting ? undefined : balance}>
      <Packs packs={packs} onRetry={reloadPacks} openingPrice={openingPrice} onBuy={buy} />
      {!visiting && packs.status !== 'loading' && (
        <Purchases purchases={purchases} onRetry={reloadPurchases} />
      )}
    </BuyingFrame>
  );
}

/** When the page is looked at again, be it after another tab or after Stripe's page and the Back button. */
function useOnReturn(action: () => void) {
  const onReturn = useEffectEvent(action);
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
}
