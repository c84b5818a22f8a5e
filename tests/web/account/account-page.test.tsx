import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json, lostConnection, refusal } from '../support/fake-api.ts';
import {
  ADA,
  fakeApi,
  imageUrl,
  openLazyPage,
  reauthentication,
  signIn,
  storedThumbnail,
} from '../support/site.tsx';

describe('the account page', () => {
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

describe('the packs of the account', () => {
  const facts = () =>
    [...document.querySelectorAll('.account-facts dt')].map(({ textContent }) => textContent);

  it('are named, because support and features follow from them', async () => {
    fakeApi({ readCredits: () => json({ credits: 5, packs: ['pro', 'elite'] }) });
    signIn();
    await openLazyPage('/account');

    expect(await screen.findByText('Pro, Elite')).toBeTruthy();
    expect(facts()).toEqual(['Email', 'Credits', 'Packs']);
  });

  it('are not mentioned for an account without one', async () => {
    fakeApi();
    signIn();
    await openLazyPage('/account');

    await screen.findByText('5 credits');
    expect(facts()).toEqual(['Email', 'Credits']);
  });
});

describe('the export of the data', () => {
  it('saves all pages as one file', async () => {
    const account = {
      account: { packs: [], id: ADA.id, credits: 5 },
      ledger: [],
      olderLedgerEntries: 0,
      purchases: [],
      keys: [],
    };
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

const LOST = 'Part of this page could not be loaded. Check your connection and load the page again.';

describe('the API keys', () => {
  const KEY = {
    id: 'k-1',
    name: 'Upload script',
    createdAt: '2026-11-20T10:00:00.000Z',
    lastUsed: '2026-11-23',
  };
  const KEYS = [KEY, { id: 'k-2', name: 'Claude', createdAt: '2026-11-22T10:00:00.000Z' }];
  const keyList = () => screen.findByRole('list', { name: 'API keys' });
  async function openKeys(handlers: Parameters<typeof fakeApi>[0] = {}) {
    const calls = fakeApi({ listKeys: () => json({ keys: KEYS }), ...handlers });
    signIn();
    await openLazyPage('/account');
    return calls;
  }

  it('are listed with their names and days', async () => {
    await openKeys();

    const rows = within(await keyList()).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Upload scriptCreated 20 November, last used 23 NovemberRevoke',
      'ClaudeCreated 22 November, not used yetRevoke',
    ]);
    expect(screen.getByText(/A new password revokes all keys\./)).toBeTruthy();
  });

  it('include a new key, whose text can be copied once', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const created = { id: 'k-3', name: 'Batch', createdAt: '2026-11-24T10:00:00.000Z' };
    const calls = await openKeys({
      createKey: () => json({ ...created, key: 'tf_dev_k-3_secret' }),
      deleteKey: () => json({ deleted: true }),
    });
    fireEvent.change(await screen.findByLabelText('Name of the new key'), { target: { value: 'Batch' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create key' }));

    const key = await screen.findByLabelText<HTMLInputElement>(/^Your new key/);
    expect(key.value).toBe('tf_dev_k-3_secret');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Batch' });
    fireEvent.click(screen.getByRole('button', { name: 'Copy key' }));
    expect(writeText).toHaveBeenCalledWith('tf_dev_k-3_secret');
    expect(within(await keyList()).getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Revoke Claude' }));
    fireEvent.click(screen.getByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Claude' })).toBeNull());
    expect(key.isConnected).toBe(true);

    fireEvent.click(screen.getByRole('button', { name: 'Revoke Batch' }));
    fireEvent.click(screen.getByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Batch' })).toBeNull());
    expect(key.isConnected).toBe(false);
  });

  it('are read again if the response to a new key or to a revocation is lost, and the page says so', async () => {
    let keys: (typeof KEY)[] = [];
    await openKeys({
      listKeys: () => json({ keys }),
      createKey: () => {
        keys = [KEY];
        return lostConnection();
      },
      deleteKey: () => {
        keys = [];
        return lostConnection();
      },
    });
    fireEvent.change(await screen.findByLabelText('Name of the new key'), { target: { value: KEY.name } });
    fireEvent.click(screen.getByRole('button', { name: 'Create key' }));
    expect(
      await screen.findByText(
        'We did not hear whether the key was created. If it is in the list, revoke it and create another key: the text of a key is shown only once.',
      ),
    ).toBeTruthy();

    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Upload script' }));
    fireEvent.click(screen.getByRole('button', { name: 'Revoke key' }));
    expect(
      await screen.findByText(
        'We did not hear whether the key was revoked. If it is still in the list, revoke it again.',
      ),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Upload script' })).toBeNull());
  });

  it('can be canceled when the code of the new sign-in is lost, and the dialog says so', async () => {
    // Firefox loads a file that has failed only with the page.
    reauthentication.signInAgain.mockImplementationOnce(() => {
      throw new TypeError('error loading dynamically imported module: https://example.com/x.js');
    });
    await openKeys({ createKey: () => refusal('reauthentication_required') });
    fireEvent.change(await screen.findByLabelText('Name of the new key'), { target: { value: 'Batch' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'correct horse 7' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));

    expect(await dialog.findByText(LOST)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false);
  });

  it('include a new key after a new sign-in, if the session is too old to create a key', async () => {
    const created = { id: 'k-3', name: 'Batch', createdAt: '2026-11-24T10:00:00.000Z' };
    const refused = Object.assign(new Error('Incorrect username or password.'), {
      name: 'NotAuthorizedException',
    });
    reauthentication.signInAgain.mockClear().mockRejectedValueOnce(refused);
    const calls = await openKeys({
      createKey: ({ authorization }) =>
        authorization === 'Bearer fresh token'
          ? json({ ...created, key: 'tf_dev_k-3_secret' })
          : refusal('reauthentication_required'),
    });
    fireEvent.change(await screen.findByLabelText('Name of the new key'), { target: { value: 'Batch' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }));
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'correct horse 7' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));

    expect(await dialog.findByText(refused.message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Password')));
    fireEvent.click(dialog.getByRole('button', { name: 'Create key' }));

    expect((await screen.findByLabelText<HTMLInputElement>(/^Your new key/)).value).toBe('tf_dev_k-3_secret');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(reauthentication.signInAgain.mock.calls).toEqual(
      Array.from({ length: 2 }, () => [ADA.email, 'correct horse 7']),
    );
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { name: 'Batch' },
      { name: 'Batch' },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Name of the new key').value).toBe('');
  });

  it('disappear when they are revoked, and the heading gets the focus', async () => {
    const calls = await openKeys({ deleteKey: () => json({ deleted: true }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Claude' }));
    fireEvent.click(screen.getByRole('button', { name: 'Revoke key' }));

    await waitFor(() => expect(document.activeElement?.textContent).toBe('API keys '));
    expect(within(await keyList()).getAllByRole('listitem')).toHaveLength(1);
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
      '/api/keys/k-2',
    ]);
  });

  it.each([
    [4, true],
    [5, false],
  ])('are %i, and a form for a new one is offered: %s', async (count, isOffered) => {
    const keys = Array.from({ length: count }, (_, index) => ({ ...KEY, id: `k-${index}` }));
    await openKeys({ listKeys: () => json({ keys }) });

    expect(within(await keyList()).getAllByRole('listitem')).toHaveLength(count);
    expect(screen.queryByLabelText('Name of the new key') !== null).toBe(isOffered);
  });

  it('that cannot be created say why', async () => {
    const params = { reason: 'keyLimit', limit: 5 };
    await openKeys({ createKey: () => refusal('forbidden', { params }) });
    fireEvent.change(await screen.findByLabelText('Name of the new key'), { target: { value: 'Batch' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create key' }));

    expect(await screen.findByText(/^The key was not created: You have 5 API keys/)).toBeTruthy();
  });
});
