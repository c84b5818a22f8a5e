import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listUnsentKeys } from '../../../web/src/outbox/unsent-text.ts';
import { deferredReply, json, refusal } from '../support/fake-api.ts';
import {
  card,
  replyWithList,
  openLibrary,
  openListed,
  pressOnCard,
  summary,
  waitForCards,
} from '../support/library.tsx';
import { fakeApi, openLazyPage, press, signIn } from '../support/site.tsx';

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search thumbnails' });
const search = (words: string) => fireEvent.change(field(), { target: { value: words } });
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } });
const queries = (calls: { url: string }[]) =>
  calls.flatMap(({ url }) =>
    url.includes('/api/thumbnails?') ? [new URL(url, 'http://site').searchParams] : [],
  );
const link = (id: string) => screen.getByRole('link', { name: `Prompt ${id}` });

describe('a search of the library', () => {
  it('asks the server for what the field and the filters say', async () => {
    const calls = await openLibrary({ listThumbnails: () => replyWithList('a') });
    await waitForCards('a');
    search(' red\u000bcastle ');
    press('Favourites');
    press('Finished');
    choose('Reference', 'video');
    choose('Sort', 'oldest');

    await waitFor(() =>
      expect(Object.fromEntries(queries(calls).at(-1) ?? [])).toEqual({
        search: 'red castle',
        favorite: 'true',
        finished: 'true',
        reference: 'video',
        sort: 'oldest',
        limit: '24',
      }),
    );
  });

  it('offers every model that the facts of a thumbnail name, and the models that the stage no longer has', async () => {
    const listed = [
      summary('a'),
      summary('b', { model: 'guide', reference: { kind: 'image', use: 'style' } }),
      summary('c', { model: 'gone', reference: { kind: 'image', use: 'style' } }),
      summary('d', { model: 'photo', mark: 'none' }),
      summary('e', { model: 'photo', mark: 'composite' }),
      summary('f', { model: 'edited-photo', mark: 'composite' }),
      summary('g', { model: 'ai-picture', mark: 'generated' }),
    ];
    const calls = await openLibrary({ listThumbnails: () => json({ thumbnails: listed }) });
    await waitForCards('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const options = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Model' });
    const facts = (id: string) =>
      card(id)
        .getByText(/^\d\d:\d\d$/)
        .parentElement?.textContent.slice(5);

    expect([...options.options].map(({ text, value }) => [text, value])).toEqual([
      ['All models', ''],
      ['Stable Image Core', 'core'],
      ['Stable Diffusion 3.5 Large', 'large'],
      ['Style Guide', 'guide'],
      ['Control Structure', 'structure'],
      ['Photo', 'photo'],
      ['Edited photo', 'edited-photo'],
      ['AI picture', 'ai-picture'],
      ['Other models', 'other'],
    ]);
    expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(facts)).toEqual([
      ' · Stable Image Core · AI',
      ' · Style Guide · AI · Style from own image',
      ' · AI · Style from own image',
      ' · Photo · Camera',
      ' · Photo · Camera, edited with AI',
      ' · Edited photo · Camera, edited with AI',
      ' · AI picture · AI',
    ]);
    choose('Model', 'guide');
    await waitFor(() => expect(queries(calls).at(-1)?.get('model')).toBe('guide'));
    choose('Model', 'other');
    await waitFor(() =>
      expect(Object.fromEntries(queries(calls).at(-1) ?? [])).toEqual({
        exceptModels: 'core,large,guide,structure,photo,edited-photo,ai-picture',
        limit: '24',
      }),
    );
  });

  it('is in the address, and is named by the page when nothing is found', async () => {
    const calls = fakeApi({
      listThumbnails: ({ url }) => (url.includes('search') ? replyWithList() : replyWithList('a')),
    });
    signIn();
    await openLazyPage('/thumbnails?q=castle&favorites=1&finished=1&period=30');

    expect(
      await screen.findByText('No thumbnail matches “castle” · Favourites · Finished · Last 30 days.'),
    ).toBeTruthy();
    expect(field().value).toBe('castle');
    const from = new Date(queries(calls).at(-1)?.get('from') ?? '');
    expect(from.getHours()).toBe(0);
    press('Clear the search');
    await waitForCards('a');
    expect(field().value).toBe('');
  });

  it('shows no page of the list that was shown when its result arrived', async () => {
    const late = deferredReply<'listThumbnails'>();
    await openLibrary({
      listThumbnails({ url }) {
        if (url.includes('favorite')) return late.promise.then((reply) => reply.clone() as typeof reply);
        return url.includes('cursor')
          ? replyWithList('c')
          : json({ thumbnails: ['a', 'b'].map((id) => summary(id)), cursor: 'next' });
      },
    });
    await waitForCards('a', 'b');
    press('Show more');
    await waitForCards('a', 'b', 'c');
    press('Favourites');
    press('Favourites');
    await waitForCards('a', 'b', 'c');
    late.resolve(json({ thumbnails: [summary('b')], cursor: 'more favourites' }));
    await act(() => late.promise);
    press('Favourites');

    await waitForCards('b');
    expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
  });

  it('continues by itself while a page of it is empty', async () => {
    await openLibrary({
      listThumbnails: ({ url }) =>
        url.includes('cursor') ? replyWithList('old') : json({ thumbnails: [], cursor: 'next' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));

    await waitForCards('old');
  });
});

describe('the keyboard in the library', () => {
  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'neither searches nor leaves the field while an input method has the keys: %o',
    async (composing) => {
      const calls = await openListed(summary('a'));
      await waitForCards('a');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      field().focus();
      search('か');
      const before = queries(calls).length;
      for (const key of ['Enter', 'ArrowDown']) fireEvent.keyDown(field(), { key, ...composing });

      expect(document.activeElement).toBe(field());
      expect(queries(calls)).toHaveLength(before);
    },
  );

  it.each([
    ['Greek', { key: '/', code: 'Slash' }, true],
    ['Arabic', { key: 'ظ', code: 'Slash' }, true],
    ['Russian, where the place of the slash types a full stop', { key: '.', code: 'Slash' }, false],
    ['with Alt', { key: '/', code: 'Slash', altKey: true }, false],
  ])('focuses the search from every keyboard: %s', async (_layout, keys, isFocused) => {
    await openListed(summary('a'));
    await waitForCards('a');
    fireEvent.keyDown(document.body, keys);

    expect(document.activeElement === field()).toBe(isFocused);
  });

  it('focuses the search with /, moves with the arrows, selects with the space bar and leaves with Escape', async () => {
    await openListed(summary('a'), summary('b'));
    await waitForCards('a', 'b');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(field());
    fireEvent.keyDown(field(), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(link('a'));
    fireEvent.keyDown(link('a'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(link('b'));
    fireEvent.keyDown(link('b'), { key: ' ' });
    expect(screen.getByText('1 selected')).toBeTruthy();
    fireEvent.keyDown(link('b'), { key: 'Escape' });
    expect(screen.queryByText('1 selected')).toBeNull();
  });
});

describe('a thumbnail of the library', () => {
  it('becomes a favourite at once, and stops being a favourite when the server refuses', async () => {
    const calls = await openLibrary({
      listThumbnails: () => replyWithList('a'),
      updateThumbnail: () => refusal('internal'),
    });
    await waitForCards('a');
    pressOnCard('a', 'Favourite');
    const isPressed = () => card('a').getByRole('button', { name: 'Favourite' }).getAttribute('aria-pressed');

    expect(isPressed()).toBe('true');
    expect(await screen.findByText(/^The change was not saved: Something went wrong/)).toBeTruthy();
    expect(isPressed()).toBe('false');
    expect(calls.find(({ method }) => method === 'PATCH')).toMatchObject({
      keepalive: true,
      url: '/api/thumbnails/a',
      body: { favorite: 'starred' },
    });
  });

  it('sends the last of several quick changes, and shows it although an earlier one failed', async () => {
    const first = deferredReply<'updateThumbnail'>();
    const replies = [first.promise];
    const calls = await openLibrary({
      listThumbnails: () => replyWithList('a'),
      updateThumbnail: () => replies.shift() ?? json({ favorite: 'starred' }),
    });
    await waitForCards('a');
    const bodies = () => calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
    const isPressed = () => card('a').getByRole('button', { name: 'Favourite' }).getAttribute('aria-pressed');
    pressOnCard('a', 'Favourite');
    await waitFor(() => expect(bodies()).toEqual([{ favorite: 'starred' }]));
    pressOnCard('a', 'Favourite');
    pressOnCard('a', 'Favourite');
    // The browser keeps what is unsent, so the page may be closed.
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    first.resolve(refusal('internal'));

    await waitFor(() => expect(bodies()).toEqual([{ favorite: 'starred' }, { favorite: 'starred' }]));
    await waitFor(() => expect(listUnsentKeys()).toEqual([]));
    expect(isPressed()).toBe('true');
    expect(screen.queryByText(/^The change was not saved/)).toBeNull();
  });

  it('is shown by its name, and its menu changes and removes the name', async () => {
    const calls = await openListed(summary('a', { favorite: 'winner' }));
    await waitForCards('a');
    expect(card('a').getByText('Winner')).toBeTruthy();
    pressOnCard('a', 'Rename');
    const name = screen.getByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: ' Castle\u000bone ' } });
    press('Save');

    expect(await screen.findByRole('link', { name: 'Castle one' })).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More actions');
    expect(calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))).toEqual([
      { name: 'Castle one' },
    ]);
  });
});
