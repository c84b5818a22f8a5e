import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json, lostConnection } from '../support/fake-api.ts';
import { ADA, fakeApi, openLazyPage, signIn, imageUrl, storedThumbnail } from '../support/site.tsx';

describe('the export of the data', () => {
  it('saves all pages as one file', async () => {
    const account = { account: { id: ADA.id, credits: 5 }, ledger: [], olderLedgerEntries: 0, purchases: [] };
    const thumbnails = ['a', 'b'].map((id) => storedThumbnail(id));
    const cutouts = ['c', 'd'].map((id) => ({ id, createdAt: '2026-11-22', url: imageUrl(id) }));
    const page = (index: number) => ({
      ...account,
      thumbnails: thumbnails.slice(index, index + 1),
      cutouts: cutouts.slice(index, index + 1),
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
    expect(JSON.parse(await file.text())).toEqual({ ...account, thumbnails, cutouts });
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
