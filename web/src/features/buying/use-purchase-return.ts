import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCredits } from '../../api/read-credits.ts';
import { formatCredits } from '../../lib/format.ts';
import { waitForUser } from '../../session/session-store.ts';
import { notify } from '../../ui/notify.ts';
import type { PurchaseStatus } from './follow-purchase.ts';
import { openedCheckout } from './opened-checkout.ts';

/** Stripe returns the browser to `/?purchase=success`. */
const PARAMETER = 'purchase';
/** One id for all messages about a purchase, so that only the last one is visible. */
const TOAST = { id: 'purchase' };
/** Sonner's default duration is too short for a long sentence. */
const LONG_TOAST = { ...TOAST, duration: 10_000 };

const REVERSED = {
  kind: 'info',
  text: 'This payment has been refunded or disputed since. Buy Credits lists your purchases.',
} as const;

const MESSAGES = {
  processing: {
    kind: 'info',
    text: 'Your payment is being processed. The credits will appear by themselves.',
  },
  pending: {
    kind: 'info',
    text: 'Your payment is pending. The credits will appear by themselves once it has gone through.',
  },
  failed: {
    kind: 'error',
    text: 'The payment did not go through and nothing was bought. You can choose a pack again.',
  },
  unmatched: {
    kind: 'error',
    text: 'Your payment arrived but does not match its pack. We are looking into it.',
  },
  disputed: REVERSED,
  partly_refunded: REVERSED,
  refunded: REVERSED,
} as const;

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
    let hasReported = false;
    try {
      // Only the page after a payment needs it.
      const { followPurchase } = await import('./follow-purchase.ts');
      signal.throwIfAborted();
      for await (const status of followPurchase(openedCheckout.load(buyerId), signal)) {
        hasReported = true;
        openedCheckout.remove();
        refetchCredits();
        report(status);
      }
    } catch {
      // The user left the page, the session ended, or the code did not load. A reload shows the credits.
      if (!hasReported) notify.dismiss(TOAST.id);
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

function report({ state, credits }: PurchaseStatus): void {
  if (state === 'paid') {
    notify.success(`${formatCredits(credits)} added.`, TOAST);
  } else {
    const { kind, text } = MESSAGES[state];
    notify[kind](text, LONG_TOAST);
  }
}
