import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCredits } from '../../../api/read-credits.ts';
import { waitForUser } from '../../../session/session-store.ts';
import { notify } from '../../../ui/notify.ts';

/** Stripe returns the browser to `/?purchase=success`. */
const PARAMETER = 'purchase';
/** One id for all messages about a purchase, so that only the last one is visible. */
const TOAST = { id: 'purchase' };

/** After the return from Stripe: waits for the credits, reports the result, and updates the balance. */
export function usePurchaseReturn(userId: string | undefined): void {
  const [search, setSearch] = useSearchParams();
  const [hasReturned] = useState(search.get(PARAMETER) === 'success');
  const { refetch: refetchCredits } = useCredits(userId);

  // Removes the parameter, so that a reload does not report the purchase again.
  useEffect(() => {
    if (!search.has(PARAMETER)) return;
    const others = new URLSearchParams(search);
    others.delete(PARAMETER);
    setSearch(others, { replace: true });
  }, [search, setSearch]);

  useEffect(() => {
    if (!hasReturned) return;
    let isMounted = true;
    void waitForUser().then((user) => {
      if (isMounted && user === undefined) notify.info('Please sign in to see your new credits.', TOAST);
    });
    return () => {
      isMounted = false;
    };
  }, [hasReturned]);

  const follow = useEffectEvent(async (buyerId: string, signal: AbortSignal) => {
    notify.loading('Confirming your payment...', TOAST);
    try {
      // Only the page after a payment needs it.
      const { reportPurchase } = await import('../model/follow-purchase.ts');
      await reportPurchase(buyerId, TOAST.id, refetchCredits, signal);
    } catch {
      // The user left the page before it loaded, or it could not be loaded. A reload shows the credits.
      notify.dismiss(TOAST.id);
    }
  });

  useEffect(() => {
    if (!hasReturned || userId === undefined) return;
    const pageLeft = new AbortController();
    const timer = setTimeout(() => void follow(userId, pageLeft.signal));
    return () => {
      clearTimeout(timer);
      pageLeft.abort();
    };
  }, [hasReturned, userId]);
}
