import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FeatureId } from '#contract/features.ts';
import { PACK_BENEFITS } from '#contract/pack-card.ts';
import { namePacks } from '#contract/packs.ts';
import type { LegalInfo, CreditPack, SiteConfig } from '#contract/site-config.ts';
import { ConnectionError } from '../../../api/errors.ts';
import { describePurchaseFailure } from '../../../api/page-error-sentences.ts';
import { useCredits, useCreditsDue } from '../../../api/read-credits.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { comeBackTo } from '../../../lib/come-back.ts';
import { formatCredits } from '../../../lib/format.ts';
import { refreshSiteConfig } from '../../../lib/read-site-config.ts';
import { HEADINGS, PATHS, SIGN_UP_PATH } from '../../../lib/paths.ts';
import { wait } from '../../../lib/wait.ts';
import { useSession, useUserId } from '../../../session/session-provider.tsx';
import { waitForUser } from '../../../session/session-store.ts';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { awaitedPayment, usePurchases, createStripeCheckout } from '../api.ts';
import { EARLY_ACCESS_ID, Packs } from './packs.tsx';
import { Purchases } from './purchases.tsx';

const PENDING = { status: 'pending' } as const;

export default function BuyCreditsPage() {
  const isVisitor = useSession().status === 'visitor';
  const userId = useUserId();
  const config = useSiteConfig();
  const credits = useCredits(userId);
  const purchases = usePurchases(userId);
  const creditsDue = useCreditsDue(userId);
  const { openingPriceId, buy } = useCheckout(config.setData);
  // The packs wait for what is shown above them: the credits that are due, and why.
  const isAccountLoading = credits.status === 'pending' || (creditsDue > 0 && purchases.status === 'pending');
  const isLoading = config.status === 'pending' || (!isVisitor && isAccountLoading);

  return (
    <Page {...HEADINGS.buyCredits}>
      {!isLoading && (
        <ReversedPayments
          creditsDue={creditsDue}
          isDisputed={
            purchases.status === 'success' && purchases.data.some(({ state }) => state === 'disputed')
          }
        />
      )}
      <Packs
        config={isLoading ? PENDING : config}
        onRetry={config.refetch}
        openingPriceId={openingPriceId}
        onBuy={buy}
      />
      {!isLoading && config.status === 'success' && config.data.earlyAccess.length > 0 && (
        <EarlyAccess features={config.data.earlyAccess} />
      )}
      {!isLoading && config.status === 'success' && config.data.legal !== undefined && (
        <SellerNote legal={config.data.legal} />
      )}
      {!isVisitor && !isLoading && (
        <Purchases
          purchases={purchases}
          awaitedId={userId && awaitedPayment.load(userId)?.id}
          onRetry={purchases.refetch}
        />
      )}
    </Page>
  );
}

interface ReversedPaymentsProps {
  creditsDue: number;
  /** While a dispute is open or lost, the API refuses every checkout. */
  isDisputed: boolean;
}

/** Explains an open dispute and the shortfall after refunds and disputes, before the next purchase. */
function ReversedPayments({ creditsDue, isDisputed }: ReversedPaymentsProps) {
  if (creditsDue === 0 && !isDisputed) return null;
  const due = creditsDue > 0 ? `A refunded or disputed payment left ${formatCredits(creditsDue)} due. ` : '';
  const next = isDisputed
    ? 'A payment of yours is disputed, so you cannot buy credits. Contact support.'
    : 'Your next purchase settles them first.';
  return <p className="credits-due">{due + next}</p>;
}

const FEATURE_NAMES: Record<FeatureId, string> = {
  edits: 'Image tools',
  concepts: 'Start from a script',
  brand: 'Brand colours and layouts',
  keys: 'API keys',
};

/** Lists the features that are in early access now. */
function EarlyAccess({ features }: { features: readonly FeatureId[] }) {
  return (
    <section id={EARLY_ACCESS_ID} className="early-features" aria-labelledby="early-features">
      <h2 id="early-features">Early access</h2>
      <p>
        Accounts with <span>{namePacks(({ earlyAccess }) => earlyAccess)}</span> have new features first.{' '}
        <span>{`At the moment: ${features.map((feature) => FEATURE_NAMES[feature]).join(', ')}.`}</span>
      </p>
    </section>
  );
}

/** The information that a consumer must get before a purchase: seller, price, supply, right to cancel, and support. */
function SellerNote({ legal }: { legal: LegalInfo }) {
  const { sellerName, sellerAddress, supportEmail, termsUrl, refundsUrl } = legal;
  return (
    <p className="seller-note">
      <span>
        {`Sold by ${sellerName}, ${sellerAddress}. Prices are final. Credits are available right after the payment: you can cancel within 14 days for credits that you have not used. A full refund also ends what came with the pack: its ${PACK_BENEFITS}.`}
      </span>{' '}
      <a href={termsUrl}>Terms of service</a>, <a href={refundsUrl}>refund policy</a>. Support:{' '}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
}

/** The maximum duration of the navigation to Stripe. If the page is still here afterwards, the user stopped it. */
const NAVIGATION_MS = 15_000;

/**
 * Decides what a press of a pack's button does: open Stripe's page or the sign-in page, or show a message.
 * @param onConfig gets the settings with the current packs, which are read before each purchase
 */
function useCheckout(onConfig: (config: SiteConfig) => void) {
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
      notify.info('Please sign in to purchase credits.');
      void navigate(SIGN_UP_PATH, { state: comeBackTo(PATHS.buyCredits, `get ${pack.name}`) });
      return;
    }
    const config = await refreshSiteConfig().catch((cause: unknown) => {
      throw new ConnectionError({ cause });
    });
    signal.throwIfAborted();
    onConfig(config);
    if (!config.packs.some((current) => JSON.stringify(current) === JSON.stringify(pack))) {
      notify.info(
        'The packs have changed since you opened this page. Nothing was bought. Please choose again.',
      );
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
