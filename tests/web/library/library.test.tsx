import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SiteHandlers } from '../support/site.tsx';
import type { ThumbnailSummary } from '../../../contract/schemas.ts';
import { json, lostConnection, refusal, deferredReply } from '../support/fake-api.ts';
import {
  ADA,
  currentUrl,
  fakeApi,
  imageUrl,
  openLazyPage,
  press,
  promptInput,
  signIn,
  storedThumbnail,
  listedThumbnail,
} from '../support/site.tsx';

const summary = (id: string, changes: Partial<ThumbnailSummary> = {}) =>
  listedThumbnail(id, {
    previewURL: `https://images.test/${id}.webp`,
    prompt: `Prompt ${id}`,
    createdAt: new Date().toISOString(),
    ...changes,
  });
const listOf = (...ids: string[]) => json({ thumbnails: ids.map((id) => summary(id)) });
const openListed = (...thumbnails: ThumbnailSummary[]) =>
  openLibrary({ listThumbnails: () => json({ thumbnails }) });

async function openLibrary(handlers: SiteHandlers = {}) {
  const calls = fakeApi(handlers);
  signIn();
  await openLazyPage('/thumbnails');
  return calls;
}

const names = () => screen.queryAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
const waitForCards = (...ids: string[]) =>
  waitFor(() => expect(names()).toEqual(ids.map((id) => `Select: Prompt ${id}`)));
const card = (id: string) => within(screen.getByText(`Prompt ${id}`).closest('li') as HTMLElement);
const image = (id: string) => card(id).getByRole<HTMLImageElement>('presentation');
/** The first of the card's buttons with this name: the menu repeats them. */
const pressOnCard = (id: string, name: string) => {
  const buttons = card(id).getAllByRole('button', { name, hidden: true });
  for (const button of buttons.slice(0, 1)) fireEvent.click(button);
};

describe('the library', () => {
  it('shows previews or else originals with prompt, model and origin, the newest first, and says where it ends', async () => {
    const reference = { kind: 'video', videoId: 'dQw4w9WgXcQ' } as const;
    const changes = { reference, createdAt: '2025-11-22T12:00:00', designVersion: 3, previewURL: undefined };
    await openListed(summary('a'), summary('b', changes));
    await waitForCards('a', 'b');

    expect(screen.getByText('Today')).toBeTruthy();
    expect(screen.getByText('22 November 2025')).toBeTruthy();
    expect([image('a').src, image('b').src]).toEqual(['https://images.test/a.webp', imageUrl('b')]);
    expect(image('a').loading).toBe('lazy');
    expect(card('a').getByText(/^\d\d:\d\d · Stable Image Core$/)).toBeTruthy();
    expect(card('b').getByText(/ · Style Guide · Style from a video$/)).toBeTruthy();
    expect(card('b').getByText('Finished')).toBeTruthy();
    expect(card('a').queryByText('Finished')).toBeNull();
    expect(screen.getByRole('link', { name: 'Prompt a' }).getAttribute('href')).toBe('/thumbnails/a');
    expect(screen.getByText('That is all.')).toBeTruthy();
  });

  it('loads the next page, and offers a retry when that fails', async () => {
    const pages = [json({ thumbnails: [summary('a')], cursor: 'next' }), lostConnection(), listOf('a', 'b')];
    const calls = await openLibrary({ listThumbnails: () => pages.shift() ?? listOf() });
    await waitForCards('a');
    press('Show more');
    expect(await screen.findByText('The next thumbnails could not be loaded.')).toBeTruthy();
    press('Retry');

    await waitForCards('a', 'b');
    expect(screen.getByText('That is all.')).toBeTruthy();
    expect(calls.filter(({ url }) => url.endsWith('cursor=next'))).toHaveLength(2);
  });

  it('ignores a next page that arrives after the list was replaced', async () => {
    const late = deferredReply<'listThumbnails'>();
    let first = json({ thumbnails: [summary('a')], cursor: 'next' });
    await openLibrary({ listThumbnails: ({ url }) => (url.endsWith('cursor=next') ? late.promise : first) });
    await waitForCards('a');
    press('Show more');
    first = json({ thumbnails: [summary('new')], cursor: 'other' });
    act(() => void dispatchEvent(new Event('online')));
    await waitForCards('new');
    late.resolve(listOf('b'));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show more' }).disabled).toBe(false),
    );

    expect(names()).toEqual(['Select: Prompt new']);
  });

  it('offers a retry when it cannot be loaded', async () => {
    const replies = [lostConnection(), listOf('a')];
    await openLibrary({ listThumbnails: () => replies.shift() ?? listOf() });
    expect(await screen.findByText('Your thumbnails could not be loaded')).toBeTruthy();
    press('Retry');

    await waitForCards('a');
  });

  it('renews the URL of an image once, and removes a thumbnail that no longer exists', async () => {
    const calls = await openLibrary({
      listThumbnails: () => listOf('a', 'gone'),
      readThumbnail: ({ url }) =>
        url.endsWith('/gone')
          ? refusal('not_found')
          : json(storedThumbnail('a', { previewURL: 'https://images.test/new' })),
    });
    await waitForCards('a', 'gone');
    fireEvent.error(image('a'));
    fireEvent.error(image('gone'));

    await waitForCards('a');
    await waitFor(() => expect(image('a').src).toBe('https://images.test/new'));
    fireEvent.error(image('a'));
    expect(calls.filter(({ url }) => url.endsWith('/a'))).toHaveLength(1);
  });

  it('fills the generator with the prompt, the negative prompt and the model of a thumbnail', async () => {
    await openListed(summary('a', { negativePrompt: 'blur', model: 'large' }));
    await waitForCards('a');
    pressOnCard('a', 'Use again');

    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(promptInput().value).toBe('Prompt a');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Negative prompt').value).toBe('blur');
    expect(await screen.findByDisplayValue('Stable Diffusion 3.5 Large (2 credits)')).toBeTruthy();
  });

  it('says that an own reference image has to be chosen again', async () => {
    const reference = { kind: 'image', use: 'layout' } as const;
    await openListed(summary('a', { reference }));
    await waitForCards('a');
    pressOnCard('a', 'Use again');

    expect(await screen.findByText(/^Its reference image is not stored\./)).toBeTruthy();
  });

  it('clears the selection with its button and with Escape', async () => {
    await openLibrary({ listThumbnails: () => listOf('a', 'b') });
    await waitForCards('a', 'b');
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    expect(screen.getByText('2 selected')).toBeTruthy();
    press('Clear the selection');
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();

    fireEvent.click(screen.getByLabelText('Select: Prompt a'));
    fireEvent.keyDown(screen.getByLabelText('Select: Prompt a'), { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });
});

describe('a deletion', () => {
  const deletions = (calls: { method: string; url: string }[]) =>
    calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('/').at(-1));

  async function deleteSelected(handlers: SiteHandlers, all: string[], ids: string[]) {
    const calls = await openLibrary({ listThumbnails: () => listOf(...all), ...handlers });
    await waitForCards(...all);
    await confirmDeletion(...ids);
    return calls;
  }

  async function confirmDeletion(...ids: string[]) {
    for (const id of ids) fireEvent.click(screen.getByLabelText(`Select: Prompt ${id}`));
    press('Delete the selected thumbnails');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText(/deleted\.$/);
  }

  const leavePage = () => act(() => void dispatchEvent(new Event('pagehide')));

  it('is asked about once, and does nothing after Keep', async () => {
    const calls = await openLibrary({ listThumbnails: () => listOf('keep-1') });
    await waitForCards('keep-1');
    pressOnCard('keep-1', 'Delete');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(names()).toHaveLength(1);
    leavePage();
    expect(deletions(calls)).toEqual([]);
  });

  it('hides the thumbnails at once, and Undo returns them without a request', async () => {
    const calls = await deleteSelected({}, ['undo-1', 'undo-2', 'undo-3'], ['undo-1', 'undo-3']);
    await waitForCards('undo-2');
    expect(screen.getByText('2 thumbnails deleted.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));

    await waitForCards('undo-1', 'undo-2', 'undo-3');
    leavePage();
    expect(deletions(calls)).toEqual([]);
  });

  it('can be undone after another was undone a moment ago', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['again-1', 'again-2'], ['again-1']);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await confirmDeletion('again-2');
    await act(() => vi.advanceTimersByTimeAsync(7_000));

    expect(deletions(calls)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitForCards('again-1', 'again-2');
    leavePage();
    expect(deletions(calls)).toEqual([]);
  });

  it('is final as soon as another thumbnail is deleted, which can be undone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['first-1', 'first-2'], ['first-1']);
    await confirmDeletion('first-2');
    await act(() => vi.advanceTimersByTimeAsync(7_000));

    expect(deletions(calls)).toEqual(['first-1']);
    await waitFor(() => expect(screen.getAllByText('Thumbnail deleted.')).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitForCards('first-2');
    leavePage();
    expect(deletions(calls)).toEqual(['first-1']);
  });

  it('reaches the server when the time to undo is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['late-1', 'late-2'], ['late-1']);
    expect(deletions(calls)).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(8_500));

    await waitFor(() => expect(deletions(calls)).toEqual(['late-1']));
    expect(names()).toEqual(['Select: Prompt late-2']);
  });

  it('reaches the server when the page is left', async () => {
    const calls = await deleteSelected({}, ['left-1', 'left-2'], ['left-1', 'left-2']);
    leavePage();

    await waitFor(() => expect(deletions(calls)).toEqual(['left-1', 'left-2']));
  });

  it('is repeated by the next page of the tab, which may load before the server has deleted', async () => {
    sessionStorage.setItem('pendingDeletions', JSON.stringify({ userId: ADA.id, ids: ['next-1'] }));
    const calls = await openLibrary({ listThumbnails: () => listOf('next-1', 'next-2') });

    await waitForCards('next-2');
    expect(deletions(calls)).toEqual(['next-1']);
    expect(sessionStorage.getItem('pendingDeletions')).toBeNull();
  });

  it('reaches the server when another page of the site opens', async () => {
    const calls = await deleteSelected({}, ['away-1', 'away-2'], ['away-1']);
    fireEvent.click(screen.getByRole('link', { name: 'New thumbnail' }));

    await waitFor(() => expect(deletions(calls)).toEqual(['away-1']));
  });

  it('that fails returns the thumbnail with a message', async () => {
    const reply = deferredReply<'deleteThumbnail'>();
    await deleteSelected({ deleteThumbnail: () => reply.promise }, ['fail-1', 'fail-2'], ['fail-1']);
    leavePage();
    await waitForCards('fail-2');
    reply.resolve(refusal('internal'));

    expect(await screen.findByText(/^A thumbnail could not be deleted: Something went wrong/)).toBeTruthy();
    await waitForCards('fail-1', 'fail-2');
  });

  it('of a thumbnail that is already deleted succeeds', async () => {
    const calls = await deleteSelected(
      { deleteThumbnail: () => refusal('not_found') },
      ['gone-1', 'gone-2'],
      ['gone-1'],
    );
    leavePage();

    await waitFor(() => expect(deletions(calls)).toEqual(['gone-1']));
    await waitForCards('gone-2');
    expect(screen.queryByText(/could not be deleted/)).toBeNull();
  });

  it('of the last thumbnail shows the empty library', async () => {
    await deleteSelected({}, ['last-1'], ['last-1']);

    expect(await screen.findByText('No thumbnails yet')).toBeTruthy();
    leavePage();
  });
});
