import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CreditPack } from '../../../../../contract/site-config.ts';
import { describePurchaseFailure } from '../../../api/error-sentences.ts';
import { comeBackTo } from '../../../lib/come-back.ts';
import { PATHS } from '../../../lib/paths.ts';
import { wait } from '../../../lib/wait.ts';
import { waitForUser } from '../../../session/session-store.ts';
import { notify } from '../../../ui/notify.ts';
import { createStripeCheckout } from '../api.ts';

/** The maximum duration of the navigation to Stripe. If the page is still here afterwards, the user stopped it. */
const NAVIGATION_MS = 15_000;

/** Decides what a press of a pack's button does: open Stripe's page or the sign-in page, or show a message. */
export function useCheckout() {
  const navigate = useNavigate();
  const [openingPriceId, setOpeningPriceId] = useState<string>();
  const pageLeft = useRef<AbortController>(undefined);

  useEffect(() => {
    // The Back button may restore the page from the browser's cache with its buttons disabled.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      pageLeft.current?.abort();
      setOpeningPriceId(undefined);
    };
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('pageshow', onPageShow);
      pageLeft.current?.abort();
    };
  }, []);

  async function openCheckout(pack: CreditPack, signal: AbortSignal): Promise<void> {
    const user = await waitForUser();
    signal.throwIfAborted();
    if (user === undefined) {
      notify.error('Please sign in to purchase credits.');
      void navigate(PATHS.auth, { state: comeBackTo(PATHS.buyCredits) });
      return;
    }
    const checkoutUrl = await createStripeCheckout({ priceId: pack.priceId, userId: user.id }, signal);
    signal.throwIfAborted();
    if (checkoutUrl === undefined) {
      notify.error('Failed to get checkout URL.');
      return;
    }
    window.location.assign(checkoutUrl);
    await wait(NAVIGATION_MS, signal);
  }

  async function buy(pack: CreditPack) {
    if (openingPriceId !== undefined) return;
    const { signal } = (pageLeft.current = new AbortController());
    setOpeningPriceId(pack.priceId);
    try {
      await openCheckout(pack, signal);
    } catch (error) {
      if (signal.aborted) return;
      const message = describePurchaseFailure(error);
      if (message !== undefined) notify.error(message);
    }
    setOpeningPriceId(undefined);
  }

  return { openingPriceId, buy: (pack: CreditPack) => void buy(pack) };
}
