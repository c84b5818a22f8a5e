import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../../../ui/notify.ts';
import { openedCheckout } from '../model/opened-checkout.ts';

/** Stripe's link back leads to `/buy-credits?purchase=cancelled`. Removes the parameter, so that a reload is silent. */
export function useCancelledCheckout(): void {
  const [search, setSearch] = useSearchParams();
  const isCancelled = search.get('purchase') === 'cancelled';
  useEffect(() => {
    if (!isCancelled) return;
    openedCheckout.remove();
    notify.info('Nothing was charged.', { id: 'purchase' });
    setSearch({}, { replace: true });
  }, [isCancelled, setSearch]);
}
