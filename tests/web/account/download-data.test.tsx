import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json, lostConnection } from '../support/fake-api.ts';
import { ADA, fakeApi, openLazyPage, signIn } from '../support/site.tsx';

describe('the export of the data', () => {
  it('saves all pages as one file', async () => {
    const common = { account: { id: ADA.id }, ledger: [], purchases: [] };
    const pages = [
      { ...common, thumbnails: [{ id: 'a' }], cutouts: [{ id: 'c' }], cursor: 'next' },
      { ...common, thumbnails: [{ id: 'b' }], cutouts: [{ id: 'd' }] },
    ];
    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data');
    const calls = fakeApi({ export: ({ url }) => json(pages[url.endsWith('?cursor=next') ? 1 : 0]) });
    signIn();
    await openLazyPage('/account');
    fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }));

    await waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce());
    const file = createObjectURL.mock.calls[0]?.[0] as Blob;
    expect(JSON.parse(await file.text())).toEqual({
      ...common,
      thumbnails: [{ id: 'a' }, { id: 'b' }],
      cutouts: [{ id: 'c' }, { id: 'd' }],
    });
    expect(calls.filter(({ url }) => url.includes('export'))).toHaveLength(2);
  });

  it('that fails shows a message', async () => {
    fakeApi({ export: () => lostConnection() });
    signIn();
    await openLazyPage('/account');
    fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }));

    expect(await screen.findByText('Failed to download your data. Please try again.')).toBeTruthy();
  });
});
