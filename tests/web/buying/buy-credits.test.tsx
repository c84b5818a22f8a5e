import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { composeCard, type PromiseLine } from '#contract/pack-card.ts';
import { PACK_IDS } from '#contract/packs.ts';
import type { PurchaseSummary } from '#contract/endpoints/purchase-schemas.ts';
import { PACKS_ON_SALE, json, lostConnection, refusal, deferredReply, foreign } from '../support/fake-api.ts';
import {
  ADA,
  CHECKOUT_URL,
  currentUrl,
  fakeApi,
  openLazyPage,
  postCalls,
  signIn,
  type SiteHandlers,
  purchase,
} from '../support/site.tsx';

const assign = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});

const button = (name: string) => screen.findByRole('button', { name });
const buttons = () =>
  within(screen.getByRole('list', { name: 'Credit packs' })).getAllByRole<HTMLButtonElement>('button');
const enabledCount = () => buttons().filter(({ disabled }) => !disabled).length;
const press = async (name: string) => fireEvent.click(await button(name));

/** The path to which a line of a card links. Undefined for a line without a link. */
const TARGETS: Readonly<Record<PromiseLine, string | undefined>> = {
  'Standard support': undefined,
  'Priority support': '/support',
  '24/7 dedicated support': '/support',
  // The link of early access is in early-access.suite.tsx.
  'Early access to new features': undefined,
  'Custom integrations': '/developers',
};
const PROMISES: Readonly<Record<string, string | undefined>> = TARGETS;

async function openSignedIn(handlers?: SiteHandlers) {
  const calls = fakeApi(handlers);
  signIn();
  await openLazyPage('/buy-credits');
  return calls;
}

describe('the credit packs', () => {
  it('are visible to a visitor, without purchases', async () => {
    const calls = fakeApi();
    await openLazyPage('/buy-credits');

    expect(await screen.findByRole('heading', { level: 1, name: 'Get More Credits' })).toBeTruthy();
    expect(screen.getByText('Choose a credit pack to continue generating amazing thumbnails.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    const packs = within(await screen.findByRole('list', { name: 'Credit packs' }));
    const headings = packs.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(PACKS_ON_SALE.map(({ name }) => name));
    for (const { credits, amount, features } of PACKS_ON_SALE) {
      expect(packs.getByText(`${credits} Generations`)).toBeTruthy();
      expect(packs.getByText(`£${(amount / 100).toFixed(2)}`)).toBeTruthy();
      for (const feature of features) expect(packs.getAllByText(feature)).not.toEqual([]);
    }
    expect(packs.getByText('£0.35 each')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Your purchases' })).toBeNull();
    expect(calls.map(({ url }) => url)).not.toContain('/api/purchases');
  });

  it('lead from each promise beside credits to where it is kept', async () => {
    fakeApi();
    await openLazyPage('/buy-credits');

    const packs = within(await screen.findByRole('list', { name: 'Credit packs' }));
    const lines = PACK_IDS.flatMap((id) => composeCard(id).features);
    const links = lines.map((line) => [line, PROMISES[line]]).filter(([, target]) => target !== undefined);
    expect(packs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      links,
    );
  });

  it('say nothing about early access while every account has all features', async () => {
    fakeApi();
    await openLazyPage('/buy-credits');

    const packs = within(await screen.findByRole('list', { name: 'Credit packs' }));
    expect(packs.getAllByText('Early access to new features')).not.toEqual([]);
    expect(packs.queryByRole('link', { name: 'Early access to new features' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Early access' })).toBeNull();
  });
});

describe('the page that sells credits', () => {
  it('tells a creator about credits that are due, before the purchase', async () => {
    await openSignedIn({ readCredits: () => json({ credits: 0, creditsDue: 1 }) });

    expect(
      await screen.findByText(
        'A refunded or disputed payment left 1 credit due. Your next purchase settles them first.',
      ),
    ).toBeTruthy();
  });

  it.each([
    [1, 'A refunded or disputed payment left 1 credit due. '],
    [0, ''],
  ])('promises no purchase while a payment is disputed that left %i due', async (creditsDue, due) => {
    await openSignedIn({
      readCredits: () => json({ credits: 0, creditsDue }),
      listPurchases: () => json({ purchases: [purchase('cs_1', 'disputed')] }),
    });

    const words = 'A payment of yours is disputed, so you cannot buy credits. Contact support.';
    expect(await screen.findByText(due + words)).toBeTruthy();
    expect(screen.queryByText(/Your next purchase/)).toBeNull();
  });

  // Another tab may have paid in the same checkout session.
  it('does not say after a cancelled checkout that nothing was charged', async () => {
    fakeApi();
    signIn();
    await openLazyPage('/buy-credits?purchase=cancelled');

    expect(
      await screen.findByText('You left the checkout. A payment that went through is listed below.'),
    ).toBeTruthy();
    await waitFor(() => expect(currentUrl()).toBe('/buy-credits'));
  });
});

describe('buying a pack', () => {
  it('opens the payment page', async () => {
    const calls = await openSignedIn();
    await screen.findByText('Nothing bought yet. Your receipts will be kept here.');
    await press('Get Pro');

    await waitFor(() => expect(assign.mock.calls).toEqual([[CHECKOUT_URL]]));
    expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
      ['/api/create-stripe-checkout', { priceId: 'price_pro', userId: ADA.id }],
    ]);
  });

  it("is possible again when the browser's Back button restores the page", async () => {
    await openSignedIn();
    await press('Get Pro');
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());

    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false })));
    expect(enabledCount()).toBe(0);
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(enabledCount()).toBe(PACKS_ON_SALE.length);
    await press('Get Starter');
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  });

  it.each([
    ['no URL', {}],
    ['an empty URL', { checkoutUrl: '' }],
    ['a URL that is not text', { checkoutUrl: 42 }],
    ['nothing at all', null],
  ])('shows a message when the response contains %s', async (_case, answer) => {
    await openSignedIn({ createStripeCheckout: () => foreign(answer) });
    await press('Get Starter');

    expect(await screen.findAllByText('Failed to get checkout URL.')).toHaveLength(1);
    expect(assign).not.toHaveBeenCalled();
    await waitFor(() => expect(enabledCount()).toBe(PACKS_ON_SALE.length));
  });

  it.each([
    [
      'the server refuses',
      () =>
        refusal('invalid_request', {
          params: { reason: 'invalidField', problem: 'priceId is not the price of one of our packs' },
        }),
      'priceId is not the price of one of our packs; nothing was charged',
    ],
    ['the server fails', () => refusal('internal'), 'Something went wrong on our side; nothing was charged'],
    ['the connection is lost', () => lostConnection(), 'The connection was lost'],
  ])('shows the reason when %s, and restores the focus', async (_case, createStripeCheckout, reason) => {
    await openSignedIn({ createStripeCheckout });
    await press('Get Elite');

    const message = `Purchase failed: ${reason}. Please try again.`;
    expect(await screen.findAllByText(message)).toHaveLength(1);
    await waitFor(() => expect(enabledCount()).toBe(PACKS_ON_SALE.length));
    expect(document.activeElement?.textContent).toBe('Get Elite');
  });

  it('does not open the payment page when the user has left the page meanwhile', async () => {
    const response = deferredReply<'createStripeCheckout'>();
    await openSignedIn({ createStripeCheckout: () => response.promise });
    await press('Get Elite');
    await button('Opening checkout...');
    fireEvent.click(screen.getByRole('link', { name: 'Back to Home' }));
    await screen.findByText('Your thumbnail will appear here');
    await act(async () => {
      response.resolve(json({ checkoutUrl: CHECKOUT_URL }));
      await Promise.resolve();
    });

    expect(assign).not.toHaveBeenCalled();
  });
});

describe('the purchases of the user', () => {
  const rows = async () => {
    const section = within(await screen.findByRole('region', { name: 'Your purchases' }));
    return (await section.findAllByRole('listitem')).map(({ textContent }) => textContent);
  };

  it('are listed with the labels of their states', async () => {
    const states = [
      'pending',
      'failed',
      'paid',
      'partly_refunded',
      'refunded',
      'disputed',
      'unmatched',
    ] as const;
    const purchases = states.map((state) => purchase(state, state, '2025-07-14T10:00:00Z'));
    await openSignedIn({ listPurchases: () => json({ purchases }) });

    expect(await rows()).toEqual(
      ['Pending', 'Failed', 'Paid', 'Partly refunded', 'Refunded', 'Disputed', 'Being looked into'].map(
        (words) => `14 Jul 2025Starter£3.50${words}`,
      ),
    );
  });

  it('have links to their receipts', async () => {
    const receiptUrl = 'https://pay.stripe.test/receipts/1';
    const bought = { ...purchase('cs_1', 'paid', '2025-07-14T10:00:00Z'), receiptUrl };
    await openSignedIn({ listPurchases: () => json({ purchases: [bought] }) });

    const name = 'Receipt for Starter, 14 Jul 2025 (opens in a new tab)';
    const link = await screen.findByRole('link', { name });
    expect(link).toMatchObject({ href: receiptUrl, target: '_blank', rel: 'noreferrer' });
  });

  it.each([
    ['the connection is lost', () => lostConnection()],
    ['the response has no list', () => foreign({})],
    ['the response is null', () => foreign(null)],
  ])('can be read again when %s', async (_case, failure) => {
    const replies = [failure, () => json({ purchases: [purchase('cs_1', 'paid')] })];
    await openSignedIn({ listPurchases: () => (replies.shift() ?? failure)() });

    expect(await screen.findByText('Your purchases could not be loaded.')).toBeTruthy();
    await press('Retry');
    expect(await screen.findByText('Paid')).toBeTruthy();
    expect(enabledCount()).toBe(PACKS_ON_SALE.length);
  });

  it('and the balance are read again when the page gets the focus', async () => {
    let credits = 5;
    const purchases: PurchaseSummary[] = [];
    await openSignedIn({ readCredits: () => json({ credits }), listPurchases: () => json({ purchases }) });
    await screen.findByText('5');
    await screen.findByText(/^Nothing bought yet/);
    credits = 15;
    purchases.push(purchase('cs_1', 'paid'));
    fireEvent(document, new Event('visibilitychange'));

    expect(await screen.findByText('15')).toBeTruthy();
    expect(await screen.findByText('Paid')).toBeTruthy();
  });
});
