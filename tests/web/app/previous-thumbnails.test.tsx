// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deferred, json, lostConnection, refusal } from '../fake-api.ts';
import {
  ADA,
  api,
  open,
  picture,
  pressGenerate,
  previous,
  previousThere,
  signIn,
  storedIds,
  type,
} from './home-harness.tsx';

describe('Previous Thumbnails', () => {
  it('shows stored thumbnails under fresh addresses and drops those the server does not know', async () => {
    api({
      read: ({ url }) =>
        url.endsWith('/gone')
          ? refusal(404, 'not_found', 'There is nothing here.')
          : json({ id: 'a', status: 'succeeded', url: 'https://images.test/a.png?fresh' }),
    });
    signIn(['a', 'gone']);
    open();
    await previousThere(1);

    expect(screen.getByAltText('Previous thumbnail 1')).toHaveProperty(
      'src',
      'https://images.test/a.png?fresh',
    );
    expect(storedIds()).toEqual(['a']);
  });

  it('keeps the old address when the server cannot be asked', async () => {
    api({ read: () => lostConnection() });
    signIn(['a']);
    open();
    await previousThere(1);

    expect(screen.getByAltText('Previous thumbnail 1')).toHaveProperty('src', 'https://images.test/a.png');
  });

  it('starts from the newest of the account on a new device, the oldest first', async () => {
    const thumbnails = ['new', 'older'].map((id) => ({ id, url: `https://images.test/${id}.png` }));
    api({ list: () => json({ thumbnails }) });
    signIn();
    open();
    await previousThere(2);

    expect(storedIds()).toEqual(['older', 'new']);
  });

  it("never shows another user's", async () => {
    api();
    signIn(['a', 'b'], 'someone-else');
    open();

    expect(await screen.findByText('Your last four thumbnails are kept here.')).toBeTruthy();
    expect(previous()).toEqual([]);
  });

  it('brings one back onto the stage', async () => {
    api();
    signIn(['a', 'b']);
    open();
    await previousThere(2);
    fireEvent.click(screen.getByRole('button', { name: 'Previous thumbnail 2' }));

    expect(await picture()).toHaveProperty('src', 'https://images.test/b.png?fresh');
  });

  it('asks for a new address once when an image fails, and again only after it has loaded', async () => {
    let reads = 0;
    api({ read: () => json({ id: 'a', status: 'succeeded', url: `https://images.test/a.png?${reads++}` }) });
    signIn(['a']);
    open();
    await previousThere(1);
    const image = () => screen.getByAltText('Previous thumbnail 1');
    const before = reads;

    fireEvent.error(image());
    await waitFor(() => expect(image()).toHaveProperty('src', `https://images.test/a.png?${before}`));
    fireEvent.error(image());
    expect(await screen.findByText('Previous thumbnail 1 could not be loaded')).toBeTruthy();

    expect(reads).toBe(before + 1);
  });
});

describe('two tabs', () => {
  const KEY = 'thumbnailHistory';
  const entry = (id: string) => ({ id, url: `https://images.test/${id}.png`, userId: ADA.id });
  const otherTabStores = (...ids: string[]) => localStorage.setItem(KEY, JSON.stringify(ids.map(entry)));
  const otherTabIsHeard = () => act(() => void dispatchEvent(new StorageEvent('storage', { key: KEY })));

  it('share their thumbnails', async () => {
    api();
    signIn(['a']);
    open();
    await previousThere(1);
    otherTabStores('a', 'b');
    otherTabIsHeard();

    expect(previous()).toHaveLength(2);
    expect(storedIds()).toEqual(['a', 'b']);
  });

  it('do not write over each other', async () => {
    api();
    signIn(['a']);
    open();
    await previousThere(1);
    otherTabStores('a', 'b');
    type('a castle');
    pressGenerate();
    await picture();

    await previousThere(3);
    expect(storedIds().slice(0, 2)).toEqual(['a', 'b']);
  });

  it('do not bring back what the other let go', async () => {
    api();
    signIn(['a', 'b']);
    open();
    await previousThere(2);
    otherTabStores('b');
    type('a castle');
    pressGenerate();
    await picture();

    expect(storedIds()).toHaveLength(2);
    expect(storedIds()).not.toContain('a');
  });

  it('keep what the other adds while the first addresses are on their way', async () => {
    const answer = deferred<Response>();
    api({ read: () => answer.promise });
    signIn(['a']);
    open();
    otherTabStores('a', 'b');
    answer.resolve(json({ id: 'a', status: 'succeeded', url: 'https://images.test/a.png?fresh' }));

    await previousThere(2);
    expect(storedIds()).toEqual(['a', 'b']);
  });
});
