import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession, useUserId } from '../../../session/session-provider.tsx';
import { notify } from '../../../ui/notify.ts';
import { awaitedPayment } from '../model/awaited-payment.ts';
import { PaymentFollower } from './payment-follower.tsx';

/** The same id as that of the messages about the payment, so that only the last one is visible. */
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
  // A session that loads, or that starts now, is the one that has paid.
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
    if (result === 'cancelled') notify.info('Nothing was charged.', TOAST);
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
