import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { API_ERRORS } from '../../../contract/errors.ts';
import type { PurchaseSummary } from '../../../contract/schemas.ts';
import type { CreditPack } from '../../../contract/site-config.ts';
import { createStripeCheckout } from '../api/create-stripe-checkout.ts';
import { isUnauthorized, reasonOf } from '../api/errors.ts';
import type { Answer } from '../api/use-answer.ts';
import { wait } from '../api/wait.ts';
import { PATHS } from '../app/paths.ts';
import { settledUser } from '../session/session-store.ts';
import type { User } from '../session/session-store.ts';
import { notify } from '../ui/notify.ts';
import { openedCheckout } from './opened-checkout.ts';

/** How long the way to Stripe's page may take. A browser that is still here then was stopped on it. */
const LEAVING_MS = 15_000;

interface Circumstances {
  balance: Answer<number>;
  purchases: Answer<PurchaseSummary[]>;
}

/** What a press of a pack's button leads to: Stripe's page, the sign-in page, or a message. */
export function useCheckout({ balance, purchases }: Circumstances) {
  const navigate = useNavigate();
  const [openingPrice, setOpeningPrice] = useState<string>();
  const leaving = useRef<AbortController>(undefined);

  useEffect(() => {
    // The browser's Back button brings the page back as it was left: with its buttons busy.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      leaving.current?.abort();
      setOpeningPrice(undefined);
    };
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('pageshow', onPageShow);
      leaving.current?.abort();
    };
  }, []);

  async function open(pack: CreditPack, signal: AbortSignal): Promise<void> {
    const user = await settledUser();
    signal.throwIfAborted();
    if (user === undefined) {
      notify.error('Please sign in to purchase credits.');
      void navigate(PATHS.auth);
      return;
    }
    const checkoutUrl = await createStripeCheckout({ priceId: pack.priceId, userId: user.id }, signal);
    signal.throwIfAborted();
    if (checkoutUrl === undefined) {
      notify.error('Failed to get checkout URL.');
      return;
    }
    openedCheckout.remember(before(user, pack));
    window.location.assign(checkoutUrl);
    await wait(LEAVING_MS, signal);
  }

  const before = ({ id: userId }: User, { credits }: CreditPack) => ({
    userId,
    credits,
    ...(balance.status === 'known' && { balance: balance.value }),
    ...(purchases.status === 'known' && { newestPurchase: purchases.value[0]?.id ?? null }),
  });

  async function buy(pack: CreditPack) {
    if (openingPrice !== undefined) return;
    const { signal } = (leaving.current = new AbortController());
    setOpeningPrice(pack.priceId);
    try {
      await open(pack, signal);
    } catch (error) {
      if (signal.aborted) return;
      const message = failureMessage(error);
      if (message !== undefined) notify.error(message);
    }
    setOpeningPrice(undefined);
  }

  return { openingPrice, buy: (pack: CreditPack) => void buy(pack) };
}

/** Undefined: the end of the session has been told already. */
function failureMessage(error: unknown): string | undefined {
  if (isUnauthorized(error)) return undefined;
  const reason = reasonOf(error) ?? API_ERRORS.internal.message.replace(/\.$/, '');
  return `Purchase failed: ${reason}. Please try again.`;
}
