import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PurchaseState, PurchaseSummary } from '#contract/endpoints/purchase-schemas.ts';
import { expiredSession, json, lostConnection, refusal } from '../support/fake-api.ts';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import {
  ADA,
  BOB,
  currentUrl,
  fakeApi,
  mockSignOut,
  openLazyPage,
  openPage,
  setSession,
  signIn,
  purchase,
  type SiteHandlers,
} from '../support/site.tsx';

const OLD = purchase('cs_old', 'paid');
const CONFIRMING = 'Confirming your payment...';
const ADDED = '10 credits added.';
const IN_LIST = 'Your payment is being confirmed. It will appear here by itself.';
const PENDING = 'Your payment is pending. The credits will appear by themselves once it has gone through.';

const PROCESSED = 'Your payment is being processed. The credits will appear by themselves.';
const UNCONFIRMED =
  'Your payment could not be confirmed yet. If it went through, the credits will appear by themselves.';

const returnFromStripe = () => openPage('/?purchase=success&session=cs_new');
const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The API of an account whose list of purchases is this array. */
function sell(purchases: PurchaseSummary[]) {
  const bought = () => purchases.some(({ id }) => id === 'cs_new');
  return fakeApi({
    readCredits: () => json({ credits: bought() ? 15 : 5 }),
    listPurchases: () => json({ purchases: [...purchases] }),
  });
}

const polls = (calls: { url: string }[]) => calls.filter(({ url }) => url === '/api/purchases').length;
/** The API books the payment without the webhook. The page asks again later, because the first request may be lost. */
const confirmations = (calls: { url: string }[]) =>
  calls.filter(({ url }) => url === '/api/purchases/cs_new/confirm').length;

describe('the return from Stripe', () => {
  it('reports the credits once, updates the balance, and does not report again after a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const purchases = [OLD];
    sell(purchases);
    signIn();
    returnFromStripe();

    expect(await screen.findByText(CONFIRMING)).toBeTruthy();
    expect(await screen.findByText('5')).toBeTruthy();
    await waitFor(() => expect(currentUrl()).toBe('/'));
    purchases.unshift(purchase('cs_new', 'paid'));
    await passTime(1_000);
    expect(await screen.findByText(ADDED)).toBeTruthy();
    expect(await screen.findByText('15')).toBeTruthy();
    expect(screen.getAllByText(ADDED)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(CONFIRMING)).toBeNull());

    cleanup();
    const calls = fakeApi();
    openPage();
    await screen.findByText('Your last four thumbnails are kept here.');
    expect(polls(calls)).toBe(0);
  });

  it.each<[PurchaseState, string]>([
    ['pending', PENDING],
    ['failed', 'The payment did not go through and nothing was bought. You can choose a pack again.'],
    ['unmatched', 'Your payment arrived but does not match its pack. We are looking into it.'],
    ['refunded', 'This payment has been refunded or disputed since. Buy Credits lists your purchases.'],
  ])('reports a payment that is %s', async (state, words) => {
    sell([purchase('cs_new', state), OLD]);
    signIn();
    returnFromStripe();

    expect(await screen.findAllByText(words)).toHaveLength(1);
  });

  it.each([
    [4, '6 credits added. 4 credits of this pack settled what was due.'],
    [10, '0 credits added. 10 credits of this pack settled what was due.'],
  ])('does not call credits added that settled what was due: %i of 10', async (settled, words) => {
    sell([{ ...purchase('cs_new', 'paid'), settled }]);
    signIn();
    returnFromStripe();

    expect(await screen.findByText(words)).toBeTruthy();
  });

  it.each<[string, NonNullable<SiteHandlers['confirmPurchase']>]>([
    ['that another account paid', () => json({ state: 'unknown' })],
    ['with an invalid id', () => refusal('invalid_request')],
  ])('promises no credits for a session %s', async (_, confirm) => {
    fakeApi({ confirmPurchase: confirm });
    signIn();
    returnFromStripe();

    const words =
      'This account has no such payment. If you paid with another account, the credits are there.';
    expect(await screen.findByText(words)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(CONFIRMING)).toBeNull());
    expect(sessionStorage.getItem('awaitedPayment')).toBeNull();
  });

  it('reports a pending payment, and then its result', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const purchases = [purchase('cs_new', 'pending')];
    sell(purchases);
    signIn();
    returnFromStripe();
    await screen.findByText(PENDING);
    purchases[0] = purchase('cs_new', 'paid');
    await passTime(2_000);

    expect(await screen.findByText(ADDED)).toBeTruthy();
  });

  it('polls more slowly after half a minute, ends after ten, and says that the payment is being processed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = sell([OLD]);
    signIn();
    returnFromStripe();
    await screen.findByText(CONFIRMING);
    const first = confirmations(calls);
    await passTime(31_000);

    expect(await screen.findAllByText(PROCESSED)).toHaveLength(1);
    expect(polls(calls)).toBeGreaterThan(20);
    expect([first > 0, confirmations(calls)]).toEqual([true, first + 1]);
    await passTime(10 * 60_000);
    const count = polls(calls);
    expect(count).toBeLessThan(120);
    await passTime(60_000);
    expect(polls(calls)).toBe(count);
  });

  it.each<[string, NonNullable<SiteHandlers['confirmPurchase']>, string]>([
    ['paid', () => json({ state: 'paid' }), PROCESSED],
    ['not paid', () => json({ state: 'unpaid' }), PENDING],
    ['not known, because Stripe or the connection fails', () => lostConnection(), UNCONFIRMED],
  ])(
    'says after half a minute only what is true of a session that is %s',
    async (_, confirmPurchase, words) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      fakeApi({ confirmPurchase });
      signIn();
      returnFromStripe();
      await screen.findByText(CONFIRMING);
      await passTime(31_000);

      expect(await screen.findAllByText(words)).toHaveLength(1);
    },
  );

  it('goes on after a poll that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isLost = true;
    fakeApi({
      readCredits: () => json({ credits: isLost ? 5 : 15 }),
      listPurchases: () => (isLost ? lostConnection() : json({ purchases: [purchase('cs_new', 'paid')] })),
    });
    signIn();
    returnFromStripe();
    await screen.findByText(CONFIRMING);
    await passTime(2_000);
    isLost = false;
    await passTime(10_000);

    expect(await screen.findByText('15')).toBeTruthy();
  });

  it('goes on with a late payment on other pages and after a reload, and the purchases name it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const purchases: PurchaseSummary[] = [];
    sell(purchases);
    signIn();
    returnFromStripe();
    await screen.findByText(CONFIRMING);
    fireEvent.click(screen.getByRole('link', { name: 'Buy Credits' }));
    expect(await screen.findByText(IN_LIST)).toBeTruthy();
    expect(screen.queryByText(/^Nothing bought yet/)).toBeNull();

    cleanup();
    await openLazyPage('/buy-credits');
    expect(await screen.findByText(IN_LIST)).toBeTruthy();
    purchases.push(purchase('cs_new', 'paid'));
    await passTime(1_000);
    expect(await screen.findByText(ADDED)).toBeTruthy();
    expect(await screen.findByText('Paid')).toBeTruthy();
    expect(screen.queryByText(IN_LIST)).toBeNull();
  });

  it('waits for a session that is loading', async () => {
    sell([purchase('cs_new', 'paid')]);
    setSession({ status: 'loading' });
    returnFromStripe();
    signIn();

    expect(await screen.findByText(ADDED)).toBeTruthy();
  });

  it('asks a visitor once to sign in, and goes on when they have', async () => {
    const calls = sell([purchase('cs_new', 'paid')]);
    returnFromStripe();

    expect(await screen.findAllByText('Please sign in to see your new credits.')).toHaveLength(1);
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(polls(calls)).toBe(0);
    signIn();
    expect(await screen.findByText(ADDED)).toBeTruthy();
  });

  it('does not go on for the next user of the browser', async () => {
    const calls = sell([]);
    signIn();
    returnFromStripe();
    await screen.findByText(CONFIRMING);
    setSession(VISITOR);
    await screen.findByText('The sign-in page');
    const count = polls(calls);
    signIn(BOB);
    cleanup();
    openPage();
    await screen.findByText('Your last four thumbnails are kept here.');

    expect(polls(calls)).toBe(count);
    expect(JSON.parse(sessionStorage.getItem('awaitedPayment') ?? '')).toEqual({
      userId: ADA.id,
      id: 'cs_new',
    });
  });

  it('keeps other parameters of the URL, and ignores unknown values of its parameter `purchase`', async () => {
    const calls = sell([]);
    signIn();
    openPage('/?purchase=maybe&session=cs_new&from=mail');

    await waitFor(() => expect(currentUrl()).toBe('/?from=mail'));
    expect(polls(calls)).toBe(0);
    expect(screen.queryByText(CONFIRMING)).toBeNull();
  });

  it('replaces its progress message when the session ends', async () => {
    mockSignOut();
    fakeApi({ listPurchases: () => expiredSession(), readCredits: () => lostConnection() });
    signIn();
    returnFromStripe();

    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(await screen.findByText('Please sign in to see your new credits.')).toBeTruthy();
    expect(screen.queryByText(CONFIRMING)).toBeNull();
  });
});
