import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json, lostConnection } from '../support/fake-api.ts';
import { ADA, fakeApi, imageUrl, openHome, openLazyPage, signIn, storedThumbnail } from '../support/site.tsx';

describe('the account page', () => {
  it('opens from the address in the header, and shows address and balance', async () => {
    openHome({ readCredits: () => json({ credits: 1 }) });
    fireEvent.click(screen.getByText('Account'));

    expect(await screen.findByRole('heading', { level: 1, name: 'Your account' })).toBeTruthy();
    expect(await screen.findByText('1 credit')).toBeTruthy();
    expect(within(screen.getByRole('main')).getByText(ADA.email)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Buy Credits' })[0]?.getAttribute('href')).toBe(
      '/buy-credits',
    );
  });

  it('lets the generator ask again whether new thumbnails may replace the oldest', async () => {
    localStorage.setItem('replaceWithoutAsking', ADA.id);
    fakeApi();
    signIn();
    await openLazyPage('/account');
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Ask before a new thumbnail/ });
    expect(box().checked).toBe(false);
    fireEvent.click(box());

    expect(box().checked).toBe(true);
    expect(localStorage.getItem('replaceWithoutAsking')).toBeNull();
  });
});

describe('the export of the data', () => {
  it('saves all pages as one file', async () => {
    const account = { account: { id: ADA.id, credits: 5 }, ledger: [], olderLedgerEntries: 0, purchases: [] };
    const thumbnails = ['a', 'b'].map((id) => storedThumbnail(id));
    const cutouts = ['c', 'd'].map((id) => ({ id, createdAt: '2026-11-22', url: imageUrl(id) }));
    const edits = ['e', 'f'].map((id) => ({
      id,
      thumbnailId: 'a',
      baseId: 'a',
      operation: { kind: 'upscale' as const },
      createdAt: '2026-11-22',
      url: imageUrl(id),
    }));
    const page = (index: number) => ({
      ...account,
      thumbnails: thumbnails.slice(index, index + 1),
      cutouts: cutouts.slice(index, index + 1),
      edits: edits.slice(index, index + 1),
    });
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data');
    const calls = fakeApi({
      exportAccount: ({ url }) =>
        json(url.endsWith('?cursor=next') ? page(1) : { ...page(0), cursor: 'next' }),
    });
    signIn();
    await openLazyPage('/account');
    fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }));

    await waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce());
    const file = createObjectURL.mock.calls[0]?.[0] as Blob;
    expect(JSON.parse(await file.text())).toEqual({ ...account, thumbnails, cutouts, edits });
    expect(calls.filter(({ url }) => url.includes('export'))).toHaveLength(2);
  });

  it('that fails shows a message', async () => {
    fakeApi({ exportAccount: () => lostConnection() });
    signIn();
    await openLazyPage('/account');
    fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }));

    expect(await screen.findByText('Failed to download your data. Please try again.')).toBeTruthy();
  });
});
