// The failures of deletions wait for all other deletions of the page, also for those that the tests of other files have left.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { designKey, markDesign, saveRequest } from '../../../web/src/outbox/designs.ts';
import { Outbox } from '../../../web/src/outbox/outbox.ts';
import { listUnsentKeys } from '../../../web/src/outbox/unsent-text.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TEXT_LAYER } from '../../support/designs.ts';
import { json, refusal, deferredReply } from '../support/fake-api.ts';
import { previousButtons, storedIds, storeHistory, waitForPrevious } from '../support/home.ts';
import { replyWithList, openLibrary, names, waitForCards, pressOnCard } from '../support/library.tsx';
import { cognito } from '../support/sign-in-stubs.ts';
import {
  ADA,
  fakeApi,
  mockSignOut,
  openPage,
  signIn,
  press,
  pressSignOut,
  type SiteHandlers,
} from '../support/site.tsx';

describe('a deletion', () => {
  const deletions = (calls: { method: string; url: string }[]) =>
    calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.split('/').at(-1));

  async function deleteSelected(handlers: SiteHandlers, all: string[], ids: string[]) {
    const calls = await openLibrary({ listThumbnails: () => replyWithList(...all), ...handlers });
    await waitForCards(...all);
    await deleteCards(...ids);
    return calls;
  }

  async function deleteCards(...ids: string[]) {
    for (const id of ids) fireEvent.click(screen.getByLabelText(`Select: Prompt ${id}`));
    press('Delete the selected thumbnails');
    await screen.findByText(/deleted\.$/);
  }

  const leavePage = () => act(() => void dispatchEvent(new Event('pagehide')));

  it('of one card asks nothing, and moves the focus to the number of thumbnails', async () => {
    await openLibrary({ listThumbnails: () => replyWithList('card-1', 'card-2') });
    await waitForCards('card-1', 'card-2');
    pressOnCard('card-1', 'Delete');

    await waitForCards('card-2');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('1 thumbnail');
    expect(await screen.findByText('Thumbnail deleted.')).toBeTruthy();
    press('Undo');
    await waitForCards('card-1', 'card-2');
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

  it('leaves the last thumbnails of the home page, and Undo returns it to its place', async () => {
    storeHistory(['kept-1', 'gone', 'kept-2']);
    await deleteSelected({}, ['kept-1', 'gone', 'kept-2'], ['gone']);
    expect(storedIds()).toEqual(['kept-1', 'kept-2']);

    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(storedIds()).toEqual(['kept-1', 'gone', 'kept-2']);
  });

  it('is neither shown nor asked for by the home page, which showed it before', async () => {
    storeHistory(['seen-1', 'seen-2']);
    const calls = fakeApi({ listThumbnails: () => replyWithList('seen-1', 'seen-2') });
    signIn();
    openPage();
    await waitForPrevious(2);
    const link = screen.getAllByRole('link', { name: /^(All thumbnails|Thumbnails)$/ });
    for (const each of link.slice(0, 1)) fireEvent.click(each);
    await waitForCards('seen-1', 'seen-2');
    calls.length = 0;
    await deleteCards('seen-1');
    fireEvent.click(screen.getByRole('link', { name: 'New thumbnail' }));

    expect(previousButtons()).toHaveLength(1);
    await waitFor(() => expect(deletions(calls)).toEqual(['seen-1']));
    const isRead = ({ method, url }: { method: string; url: string }) =>
      method === 'GET' && url.endsWith('/seen-1');
    expect(calls.filter(isRead)).toEqual([]);
  });

  it('can be undone after another was undone a moment ago', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['again-1', 'again-2'], ['again-1']);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await deleteCards('again-2');
    await act(() => vi.advanceTimersByTimeAsync(7_000));

    expect(deletions(calls)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitForCards('again-1', 'again-2');
    leavePage();
    expect(deletions(calls)).toEqual([]);
  });

  it('is final as soon as another thumbnail is deleted, and the second deletion can be undone', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['first-1', 'first-2'], ['first-1']);
    await deleteCards('first-2');
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

  it('sends a renewed token, because the token of its beginning may have expired', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void cognito.readIdToken.mockResolvedValue('token'));
    const calls = await deleteSelected({}, ['old-1', 'old-2'], ['old-1']);
    cognito.readIdToken.mockResolvedValue('renewed');
    await act(() => vi.advanceTimersByTimeAsync(8_500));

    await waitFor(() => expect(deletions(calls)).toEqual(['old-1']));
    expect(calls.at(-1)?.authorization).toBe('Bearer renewed');
  });

  /** The finish page of the thumbnail, which is open in another tab, gets a letter. */
  function typeInOtherTab(id: string) {
    const design = { layers: [TEXT_LAYER], crop: 0.5 };
    const request = saveRequest(id, design);
    const position = { key: designKey(id, 'other-tab'), userId: ADA.id };
    new Outbox().put({ ...position, request, mark: markDesign(design), delay: 600_000 });
  }

  it('can be undone after the thumbnail was changed in another tab, and is never sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['typed-1', 'typed-2'], ['typed-1']);
    typeInOtherTab('typed-1');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitForCards('typed-1', 'typed-2');
    await act(() => vi.advanceTimersByTimeAsync(620_000));

    expect(screen.queryByText(/could not be restored/)).toBeNull();
    expect(names()).toEqual(['Select: Prompt typed-1', 'Select: Prompt typed-2']);
    expect(deletions(calls)).toEqual([]);
  });

  it('is not sent if the thumbnail was changed in another tab, and the page shows the thumbnail again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['kept-3', 'kept-4', 'kept-5'], ['kept-3', 'kept-5']);
    typeInOtherTab('kept-3');
    await act(() => vi.advanceTimersByTimeAsync(8_500));

    await waitForCards('kept-3', 'kept-4');
    const text = 'A thumbnail was changed in another tab, and not deleted.';
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(deletions(calls)).toEqual(['kept-5']));
  });

  it('reaches the server when the page is left', async () => {
    const calls = await deleteSelected({}, ['left-1', 'left-2'], ['left-1', 'left-2']);
    leavePage();

    await waitFor(() => expect(deletions(calls)).toEqual(['left-1', 'left-2']));
  });

  it('offers no Undo on the page that Back brings from the cache of the browser, because it was sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = await deleteSelected({}, ['back-1', 'back-2'], ['back-1']);
    await screen.findByRole('button', { name: 'Undo' });
    leavePage();
    await waitFor(() => expect(deletions(calls)).toEqual(['back-1']));
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    // A message is dismissed, and then fades. It would close by itself after eight seconds.
    for (let step = 0; step < 4; step += 1) await act(() => vi.advanceTimersByTimeAsync(300));

    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(names()).toEqual(['Select: Prompt back-2']);
  });

  it('reaches the server with the token of its session, also when that has ended meanwhile', async () => {
    const calls = await deleteSelected({}, ['out-1', 'out-2'], ['out-1']);
    onTestFinished(() => void cognito.readIdToken.mockResolvedValue('token'));
    cognito.readIdToken.mockResolvedValue(undefined);
    leavePage();

    await waitFor(() => expect(deletions(calls)).toEqual(['out-1']));
    expect(calls.at(-1)?.authorization).toBe('Bearer token');
  });

  it('is repeated by the next page of the browser, even if that page loads before the server has deleted the thumbnail', async () => {
    const request = { name: 'deleteThumbnail', input: { params: { id: 'next-1' } } };
    const position = { due: 0, order: 1, state: 'unsent' };
    const entry = { key: 'deletion/next-1', userId: ADA.id, mark: '', sent: [''], ...position };
    localStorage.setItem(`outbox/${entry.key}`, JSON.stringify({ ...entry, request }));
    const calls = await openLibrary({ listThumbnails: () => replyWithList('next-1', 'next-2') });

    await waitForCards('next-2');
    await waitFor(() => expect(deletions(calls)).toEqual(['next-1']));
    await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  });

  it('reaches the server when another page of the site opens', async () => {
    const calls = await deleteSelected({}, ['away-1', 'away-2'], ['away-1']);
    fireEvent.click(screen.getByRole('link', { name: 'New thumbnail' }));

    await waitFor(() => expect(deletions(calls)).toEqual(['away-1']));
  });

  it('that a sign-out has sent is not undone, and the page says so', async () => {
    mockSignOut();
    const reply = deferredReply<'deleteThumbnail'>();
    const handlers = { deleteThumbnail: () => reply.promise };
    const calls = await deleteSelected(handlers, ['sent-1', 'sent-2'], ['sent-1']);
    pressSignOut();
    await waitFor(() => expect(deletions(calls)).toEqual(['sent-1']));
    press('Undo');

    const text = 'A thumbnail could not be restored: its deletion was already sent.';
    expect(await screen.findByText(text)).toBeTruthy();
    await waitForCards('sent-2');
    reply.resolve(json({ deleted: true }));
    await screen.findByText('Signed out successfully!');
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
