import { useEffect, useState, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PurchaseState, PurchaseSummary } from '#contract/endpoints/purchase-schemas.ts';
import { hasCode } from '../../../api/errors.ts';
import { useCredits } from '../../../api/read-credits.ts';
import { formatCredits } from '../../../lib/format.ts';
import { useSession, useUserId } from '../../../session/session-provider.tsx';
import { notify } from '../../../ui/notify.ts';
import { awaitedPayment, confirmPurchase, usePurchases } from '../api.ts';

/** One id for all messages about a payment, so that only the last one is visible. */
const TOAST = { id: 'purchase' };

/**
 * Reports the result of a payment, on every page until it has ended. Stripe returns the browser to
 * `/?purchase=success&session={id}`, or to `/buy-credits?purchase=cancelled`.
 */
export default function PaymentReturn() {
  const [search, setSearch] = useSearchParams();
  const { status } = useSession();
  const userId = useUserId();
  const [result] = useState(search.get('purchase'));
  const [returned, setReturned] = useState({ id: search.get('session'), ownerId: userId });
  const [endedId, setEndedId] = useState<string>();
  // The payment belongs to the user of the first session that is known after the return.
  if (returned.ownerId === undefined && userId !== undefined) setReturned({ ...returned, ownerId: userId });

  const isReturned = result === 'success' && returned.id !== null && returned.ownerId === userId;
  const id = isReturned ? returned.id : userId && awaitedPayment.load(userId)?.id;
  const awaitedId = id === endedId ? undefined : id;

  // Removes the parameters, so that a reload does not report the result again.
  useEffect(() => {
    if (!search.has('purchase')) return;
    const others = new URLSearchParams(search);
    others.delete('purchase');
    others.delete('session');
    setSearch(others, { replace: true });
  }, [search, setSearch]);

  useEffect(() => {
    // Another tab may have paid in the same session, so nothing is said about the money.
    if (result === 'cancelled')
      notify.info('You left the checkout. A payment that went through is listed below.', TOAST);
  }, [result]);

  const isUnknown = status === 'visitor' && result === 'success' && endedId === undefined;
  useEffect(() => {
    if (isUnknown) notify.info('Please sign in to see your new credits.', TOAST);
  }, [isUnknown]);

  if (userId === undefined || !awaitedId) return null;
  return (
    <PaymentFollower
      key={awaitedId}
      userId={userId}
      id={awaitedId}
      onEnd={() => {
        awaitedPayment.remove();
        setEndedId(awaitedId);
      }}
    />
  );
}

/** The duration of a long message, in ms. Sonner's default is too short for a long sentence. */
const LONG_TOAST = { ...TOAST, duration: 10_000 };

const FAST_INTERVAL_MS = 1_000;
const FAST_PHASE_MS = 30_000;
const SLOW_INTERVAL_MS = 10_000;
const TIMEOUT_MS = 10 * 60_000;

const REVERSED = {
  kind: 'info',
  text: 'This payment has been refunded or disputed since. Buy Credits lists your purchases.',
} as const;

/** No purchase has appeared within the usual time: `processing` if it is paid, `unconfirmed` if nothing is known of it. */
type LateState = 'processing' | 'pending' | 'unconfirmed';

const MESSAGES: Record<Exclude<PurchaseState, 'paid'> | LateState, { kind: 'info' | 'error'; text: string }> =
  {
    unconfirmed: {
      kind: 'info',
      text: 'Your payment could not be confirmed yet. If it went through, the credits will appear by themselves.',
    },
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
  };

interface PaymentFollowerProps {
  userId: string;
  /** The checkout session's, which is also the purchase's. */
  id: string;
  onEnd: () => void;
}

/**
 * Shows each change of a payment as a message. Asks the API to book it, and polls fast while Stripe's webhook is expected, then slowly, because some
 * payment methods take minutes.
 */
function PaymentFollower({ userId, id, onEnd }: PaymentFollowerProps) {
  const [startedAt] = useState(Date.now);
  const [isLate, setIsLate] = useState(false);
  const [late, setLate] = useState<LateState>('unconfirmed');
  const purchases = usePurchases(userId, {
    refreshInterval: () => findInterval(Date.now() - startedAt),
    shouldRetryOnError: true,
    errorRetryInterval: FAST_INTERVAL_MS,
  });
  const { refetch: refetchCredits } = useCredits(userId);
  const purchase = purchases.status === 'success' ? purchases.data.find((each) => each.id === id) : undefined;
  const state = purchase?.state ?? (isLate ? late : undefined);

  useEffect(() => {
    awaitedPayment.save({ userId, id });
    const timer = setTimeout(() => setIsLate(true), FAST_PHASE_MS);
    return () => clearTimeout(timer);
  }, [userId, id]);

  const reportForeign = useEffectEvent(() => {
    notify.error(
      'This account has no such payment. If you paid with another account, the credits are there.',
      LONG_TOAST,
    );
    onEnd();
  });
  // The webhook and a schedule also book the payment, so any other failure only makes the credits late.
  useEffect(() => {
    void confirm(id).then((confirmed) => {
      if (confirmed === 'unknown') reportForeign();
      else if (confirmed !== 'unconfirmed') setLate(confirmed);
    });
  }, [id, isLate]);

  const report = useEffectEvent(() => {
    if (state === undefined) {
      notify.loading('Confirming your payment...', TOAST);
      return;
    }
    if (purchase?.state === 'paid')
      notify.success(describeCredits(purchase), purchase.settled === undefined ? TOAST : LONG_TOAST);
    else if (state !== 'paid') notify[MESSAGES[state].kind](MESSAGES[state].text, LONG_TOAST);
    refetchCredits();
    if (purchase && state !== 'pending') onEnd();
  });
  useEffect(() => report(), [state]);
  return null;
}

function describeCredits({ credits, settled = 0 }: PurchaseSummary): string {
  const added = `${formatCredits(credits - settled)} added.`;
  return settled === 0 ? added : `${added} ${formatCredits(settled)} of this pack settled what was due.`;
}

/** Asks the API to book a payment. @returns what is known of it; `unknown` if the account has no such payment */
async function confirm(id: string): Promise<LateState | 'unknown'> {
  try {
    const { state } = await confirmPurchase(id);
    return ({ unknown: 'unknown', unpaid: 'pending', paid: 'processing' } as const)[state];
  } catch (error) {
    return hasCode(error, 'invalid_request') ? 'unknown' : 'unconfirmed';
  }
}

/** 0 ends the polling. */
function findInterval(elapsed: number): number {
  if (elapsed < FAST_PHASE_MS) return FAST_INTERVAL_MS;
  return elapsed < TIMEOUT_MS ? SLOW_INTERVAL_MS : 0;
}
