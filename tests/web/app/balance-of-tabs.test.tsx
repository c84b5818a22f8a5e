import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import { json } from '../support/fake-api.ts';
import { ADA, BOB, fakeApi, openPage, setSession, signIn } from '../support/site.tsx';

describe('the balance in several tabs', () => {
  /** Changes what another tab has stored, and tells this tab as the browser does. */
  const storeElsewhere = (value: object) => {
    localStorage.setItem('balance', JSON.stringify(value));
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'balance' })));
  };
  const showsBalance = (credits: number) =>
    waitFor(() =>
      expect(screen.getAllByText(String(credits))[0]?.parentElement?.textContent).toContain('credits'),
    );

  /** Opens the page of a user whose server has five credits. */
  async function openWithBalance() {
    const server = { credits: 5 };
    const calls = fakeApi({ readCredits: () => json(server) });
    signIn(ADA);
    openPage();
    await showsBalance(5);
    return { server, reads: () => calls.filter(({ url }) => url === '/api/credits').length };
  }

  it('is read again when another tab of the user has read another one, and not otherwise', async () => {
    const { server, reads } = await openWithBalance();
    await waitFor(() =>
      expect(localStorage.getItem('balance')).toBe(JSON.stringify({ userId: ADA.id, credits: 5 })),
    );
    const before = reads();
    storeElsewhere({ userId: BOB.id, credits: 1 });
    storeElsewhere({ userId: ADA.id, credits: 5 });
    expect(reads()).toBe(before);

    server.credits = 4;
    storeElsewhere({ userId: ADA.id, credits: 4 });
    await showsBalance(4);

    expect(reads()).toBe(before + 1);
  });

  it('is read again also after a sign-in, which the page follows', async () => {
    const { server, reads } = await openWithBalance();
    await waitFor(() => expect(localStorage.getItem('balance')).not.toBeNull());
    setSession(VISITOR);
    await screen.findByText('The sign-in page');
    const before = reads();
    signIn(ADA);
    fireEvent.click(screen.getByText('Support'));
    // The header reads the balance, and so does the page, unless the first read is still in flight.
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    await showsBalance(5);

    server.credits = 4;
    storeElsewhere({ userId: ADA.id, credits: 4 });
    await showsBalance(4);
  });

  it('is read once when the tab becomes visible, however many events tell it', async () => {
    const { server, reads } = await openWithBalance();
    const before = reads();
    server.credits = 4;
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      for (let count = 0; count < 5; count += 1) dispatchEvent(new Event('focus'));
    });
    await showsBalance(4);

    expect(reads()).toBe(before + 1);
  });
});
