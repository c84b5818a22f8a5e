import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { settledUser } from '../session/session-store.ts';
import { countCredits } from '../ui/count-credits.ts';
import { notify } from '../ui/notify.ts';
import { followPurchase } from './follow-purchase.ts';
import type { Standing } from './follow-purchase.ts';
import { openedCheckout } from './opened-checkout.ts';

/** Stripe sends the browser back to `/?purchase=success`. */
const PARAMETER = 'purchase';
/** Each message about a purchase takes the place of the one before. */
const TOAST_ID = 'purchase';
/** A sentence takes longer to read than sonner gives it. */
const TO_BE_READ_MS = 10_000;

/** On the way back from paying: waits for the credits, says what came, and keeps the shown balance in step. */
export function usePurchaseReturn(userId: string | undefined, reloadBalance: () => void): void {
  const [search, setSearch] = useSearchParams();
  const [returned] = useState(search.get(PARAMETER) === 'success');

  // Out of the address, so that a reload does not tell it again.
  useEffect(() => {
    if (!search.has(PARAMETER)) return;
    const others = new URLSearchParams(search);
    others.delete(PARAMETER);
    setSearch(others, { replace: true });
  }, [search, setSearch]);

  useEffect(() => {
    if (!returned) return;
    let here = true;
    void settledUser().then((user) => {
      if (here && user === undefined)
        notify.info('Please sign in to see your new credits.', { id: TOAST_ID });
    });
    return () => {
      here = false;
    };
  }, [returned]);

  const follow = useEffectEvent(async (buyer: string, signal: AbortSignal) => {
    notify.loading('Confirming your payment...', { id: TOAST_ID });
    let told = false;
    try {
      for await (const standing of followPurchase(openedCheckout.recall(buyer), signal)) {
        told = true;
        openedCheckout.forget();
        reloadBalance();
        tell(standing);
      }
    } catch {
      // The page was left or the session ended: nobody is waiting any more.
      if (!told) notify.dismiss(TOAST_ID);
    }
  });

  useEffect(() => {
    if (!returned || userId === undefined) return;
    const leaving = new AbortController();
    const arriving = setTimeout(() => void follow(userId, leaving.signal));
    return () => {
      clearTimeout(arriving);
      leaving.abort();
    };
  }, [returned, userId]);
}

function tell({ state, credits }: Standing): void {
  const toast = { id: TOAST_ID, duration: TO_BE_READ_MS };
  switch (state) {
    case 'paid':
      notify.success(`${countCredits(credits)} added.`, { id: TOAST_ID });
      break;
    case 'processing':
      notify.info('Your payment is being processed. The credits will appear by themselves.', toast);
      break;
    case 'pending':
      notify.info(
        'Your payment is pending. The credits will appear by themselves once it has gone through.',
        toast,
      );
      break;
    case 'failed':
      notify.error(
        'The payment did not go through and nothing was bought. You can choose a pack again.',
        toast,
      );
      break;
    case 'unmatched':
      notify.error('Your payment arrived but does not match its pack. We are looking into it.', toast);
      break;
    case 'disputed':
    case 'partly_refunded':
    case 'refunded':
      notify.info(
        'This payment has been refunded or disputed since. Buy Credits lists your purchases.',
        toast,
      );
      break;
  }
}
