import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { expiredSession, json, lostConnection } from '../support/fake-api.ts';
import { sessionStore } from '../../../web/src/session/session-store.ts';
import { ADA, currentUrl, fakeApi, openPage, signIn } from '../support/site.tsx';
import { purchase } from '../support/purchase.ts';

const returnFromStripe = () => openPage('/?purchase=success');

const storeCheckout = (before: object = { balance: 5, newestPurchase: null }) =>
  sessionStorage.setItem('openedCheckout', JSON.stringify({ userId: ADA.id, credits: 10, ...before }));

const ADDED = '10 credits added.';

describe('the return from Stripe', () => {
  it('reports the credits once, updates the balance, and does not report again after a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let bought = false;
    fakeApi({
      readCredits: () => json({ credits: bought ? 15 : 5 }),
      listPurchases: () => json({ purchases: bought ? [purchase('cs_1', 'paid')] : [] }),
    });
    storeCheckout();
    signIn();
    returnFromStripe();

    expect(await screen.findByText('Confirming your payment...')).toBeTruthy();
    expect(await screen.findByText('5')).toBeTruthy();
    expect(currentUrl()).toBe('/');
    bought = true;
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText(ADDED)).toBeTruthy();
    expect(await screen.findByText('15')).toBeTruthy();
    expect(screen.getAllByText(ADDED)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Confirming your payment...')).toBeNull());
    expect(sessionStorage.getItem('openedCheckout')).toBeNull();

    cleanup();
    const calls = fakeApi();
    openPage();
    await screen.findByText('Your last four thumbnails are kept here.');
    expect(calls.map(({ url }) => url)).not.toContain('/api/purchases');
  });

  it.each([
    ['pending', 'Your payment is pending. The credits will appear by themselves once it has gone through.'],
    ['failed', 'The payment did not go through and nothing was bought. You can choose a pack again.'],
    ['unmatched', 'Your payment arrived but does not match its pack. We are looking into it.'],
    ['refunded', 'This payment has been refunded or disputed since. Buy Credits lists your purchases.'],
  ] as const)('reports a payment that is %s', async (state, words) => {
    fakeApi({ listPurchases: () => json({ purchases: [purchase('cs_1', state)] }) });
    storeCheckout();
    signIn();
    returnFromStripe();

    expect(await screen.findAllByText(words)).toHaveLength(1);
  });

  it('reports after half a minute that the payment is being processed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fakeApi();
    storeCheckout();
    signIn();
    returnFromStripe();
    await screen.findByText('Confirming your payment...');
    await act(() => vi.advanceTimersByTimeAsync(32_000));

    expect(
      screen.getAllByText('Your payment is being processed. The credits will appear by themselves.'),
    ).toHaveLength(1);
  });

  it('waits for a session that is loading', async () => {
    fakeApi({ listPurchases: () => json({ purchases: [purchase('cs_1', 'paid')] }) });
    storeCheckout();
    sessionStore.set({ status: 'loading' });
    returnFromStripe();
    signIn();

    expect(await screen.findByText(ADDED)).toBeTruthy();
  });

  it('asks a visitor once to sign in', async () => {
    const calls = fakeApi();
    returnFromStripe();

    expect(await screen.findAllByText('Please sign in to see your new credits.')).toHaveLength(1);
    expect(currentUrl()).toBe('/');
    expect(calls.map(({ url }) => url)).not.toContain('/api/purchases');
  });

  it('keeps other parameters of the URL, and ignores other values of its own', async () => {
    const calls = fakeApi();
    signIn();
    openPage('/?purchase=maybe&from=mail');

    await waitFor(() => expect(currentUrl()).toBe('/?from=mail'));
    expect(calls.map(({ url }) => url)).not.toContain('/api/purchases');
    expect(screen.queryByText('Confirming your payment...')).toBeNull();
  });

  it('removes its progress message when the session ends', async () => {
    fakeApi({
      listPurchases: () => expiredSession(),
      readCredits: () => lostConnection(),
    });
    storeCheckout();
    signIn();
    returnFromStripe();

    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Confirming your payment...')).toBeNull());
  });
});
