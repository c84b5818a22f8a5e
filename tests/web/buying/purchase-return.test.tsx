// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../web/src/session/session-store.ts';
import { ADA, address, api, open, signIn } from '../app/home-harness.tsx';
import { json } from '../fake-api.ts';
import { purchase } from './fake-purchase.ts';

afterEach(() => vi.useRealTimers());

const comeBack = () => open('/?purchase=success');

const remember = (before: object = { balance: 5, newestPurchase: null }) =>
  sessionStorage.setItem('openedCheckout', JSON.stringify({ userId: ADA.id, credits: 10, ...before }));

const ADDED = '10 credits added.';

describe('on the way back from paying', () => {
  it('the credits are told once, the balance moves, and a reload does not tell them again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let bought = false;
    api({
      credits: () => json({ credits: bought ? 15 : 5 }),
      purchases: () => json({ purchases: bought ? [purchase('cs_1', 'paid')] : [] }),
    });
    remember();
    signIn();
    comeBack();

    expect(await screen.findByText('Confirming your payment...')).toBeTruthy();
    expect(await screen.findByText('5')).toBeTruthy();
    expect(address()).toBe('/');
    bought = true;
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText(ADDED)).toBeTruthy();
    expect(await screen.findByText('15')).toBeTruthy();
    expect(screen.getAllByText(ADDED)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Confirming your payment...')).toBeNull());
    expect(sessionStorage.getItem('openedCheckout')).toBeNull();

    cleanup();
    const calls = api();
    open();
    await screen.findByText('Your last four thumbnails are kept here.');
    expect(calls.map(({ url }) => url)).not.toContain('/api/purchases');
  });

  it('a payment that takes its time is told to be pending', async () => {
    api({ purchases: () => json({ purchases: [purchase('cs_1', 'pending')] }) });
    remember();
    signIn();
    comeBack();

    const words = 'Your payment is pending. The credits will appear by themselves once it has gone through.';
    expect(await screen.findAllByText(words)).toHaveLength(1);
  });

  it.each([
    ['failed', 'The payment did not go through and nothing was bought. You can choose a pack again.'],
    ['unmatched', 'Your payment arrived but does not match its pack. We are looking into it.'],
    ['refunded', 'This payment has been refunded or disputed since. Buy Credits lists your purchases.'],
  ] as const)('one that %s is told of', async (state, words) => {
    api({ purchases: () => json({ purchases: [purchase('cs_1', state)] }) });
    remember();
    signIn();
    comeBack();

    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('the wait ends with the word that the payment is being processed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    api();
    remember();
    signIn();
    comeBack();
    await screen.findByText('Confirming your payment...');
    await act(() => vi.advanceTimersByTimeAsync(32_000));

    expect(
      screen.getAllByText('Your payment is being processed. The credits will appear by themselves.'),
    ).toHaveLength(1);
  });

  it('a session that is still loading is waited for', async () => {
    api({ purchases: () => json({ purchases: [purchase('cs_1', 'paid')] }) });
    remember();
    sessionStore.set({ status: 'loading' });
    comeBack();
    act(() => sessionStore.set({ status: 'signed-in', user: ADA }));

    expect(await screen.findByText(ADDED)).toBeTruthy();
  });

  it('a visitor is asked to sign in, once', async () => {
    const calls = api();
    comeBack();

    expect(await screen.findAllByText('Please sign in to see your new credits.')).toHaveLength(1);
    expect(address()).toBe('/');
    expect(calls.map(({ url }) => url)).not.toContain('/api/purchases');
  });

  it('other parameters stay, and other values say nothing', async () => {
    const calls = api();
    signIn();
    open('/?purchase=maybe&from=mail');

    await waitFor(() => expect(address()).toBe('/?from=mail'));
    expect(calls.map(({ url }) => url)).not.toContain('/api/purchases');
    expect(screen.queryByText('Confirming your payment...')).toBeNull();
  });
});
