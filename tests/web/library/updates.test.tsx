import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import type { UpdateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { listEntries, putEntry } from '../../../web/src/outbox/entries.ts';
import { listUnsentKeys } from '../../../web/src/outbox/unsent-text.ts';
import { shownUpdates } from '../../../web/src/outbox/updates.ts';
import { deferredReply, json, lostConnection, refusal, type FakeCall } from '../support/fake-api.ts';
import { openLibrary, replyWithList, summary, waitForCards } from '../support/library.tsx';
import { ADA, BOB, press, signIn } from '../support/site.tsx';

const DELAYED = /^Your latest changes have not reached Thumbforge/;

const bodies = (calls: FakeCall[]) => calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
const findName = (name: string) => screen.findByRole('link', { name });
const favorite = () => screen.getByRole('button', { name: 'Favourite' });
const isFavorite = () => favorite().getAttribute('aria-pressed') === 'true';

function rename(name: string): void {
  // The menu repeats the button of the card.
  const buttons = screen.getAllByRole('button', { name: 'Rename', hidden: true });
  for (const button of buttons.slice(0, 1)) fireEvent.click(button);
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: name } });
  press('Save');
}

/** Keeps a change that a page of this browser made before it was closed. */
function keep(changes: UpdateThumbnailRequest, userId = ADA.id): void {
  const request = { name: 'updateThumbnail', input: { params: { id: 'a' }, body: changes } } as const;
  const key = `update/a/${Object.keys(changes).join()}`;
  putEntry({ key, userId, request, mark: 'mark', sent: [], due: 0, order: 0, state: 'unsent' });
}

// Each test is a new visit.
beforeEach(() => shownUpdates.set(new Map()));

describe('a change that an earlier visit has not sent', () => {
  it('is shown and sent by the next visit', async () => {
    const reply = deferredReply<'updateThumbnail'>();
    keep({ name: 'Castle' });
    const calls = await openLibrary({
      listThumbnails: () => replyWithList('a'),
      updateThumbnail: () => reply.promise,
    });
    await findName('Castle');
    await waitFor(() => expect(bodies(calls)).toEqual([{ name: 'Castle' }]));
    reply.resolve(json({ name: 'Castle' }));
    await waitFor(() => expect(listUnsentKeys()).toEqual([]));

    expect(await findName('Castle')).toBeTruthy();
  });

  it('is taken back with a message when the server refuses it', async () => {
    keep({ favorite: 'starred' });
    const reply = deferredReply<'updateThumbnail'>();
    await openLibrary({ listThumbnails: () => replyWithList('a'), updateThumbnail: () => reply.promise });
    await waitFor(() => expect(isFavorite()).toBe(true));
    reply.resolve(refusal('internal'));

    expect(await screen.findByText(/^The change was not saved: Something went wrong/)).toBeTruthy();
    expect([isFavorite(), listUnsentKeys()]).toEqual([false, []]);
  });

  it('ends without a message when the thumbnail was deleted', async () => {
    keep({ name: 'Castle' });
    const calls = await openLibrary({
      listThumbnails: () => replyWithList('b'),
      updateThumbnail: () => refusal('not_found'),
    });
    await waitForCards('b');
    await waitFor(() => expect([bodies(calls), listUnsentKeys()]).toEqual([[{ name: 'Castle' }], []]));

    expect(screen.queryByText(/^The change was not saved/)).toBeNull();
  });

  it('of another user is neither shown nor sent', async () => {
    keep({ name: 'Castle' }, BOB.id);
    const calls = await openLibrary({ listThumbnails: () => replyWithList('a') });
    await waitForCards('a');
    act(() => void dispatchEvent(new Event('online')));
    fireEvent.click(favorite());
    await waitFor(() => expect(bodies(calls)).toEqual([{ favorite: 'starred' }]));

    expect([screen.queryByText('Castle'), listEntries(BOB.id).length]).toEqual([null, 1]);
  });

  it('is not shown to the user who signs in next', async () => {
    const reply = deferredReply<'updateThumbnail'>();
    keep({ name: 'Castle' });
    await openLibrary({ listThumbnails: () => replyWithList('a'), updateThumbnail: () => reply.promise });
    await findName('Castle');
    signIn(BOB);

    await waitForCards('a');
    reply.resolve(json({ name: 'Castle' }));
    await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  });

  it('is ignored when it is damaged', async () => {
    keep({ name: { text: 'Castle' } as never });
    await openLibrary({ listThumbnails: () => replyWithList('a') });
    await waitForCards('a');

    await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  });
});

describe('a change without a connection', () => {
  it('stays on the page, which says that it is unsent, and is sent when the connection returns', async () => {
    let isUp = false;
    let stored: Partial<ThumbnailSummary> = {};
    const calls = await openLibrary({
      listThumbnails: () => json({ thumbnails: [summary('a', stored)] }),
      updateThumbnail({ body }) {
        if (!isUp) return lostConnection();
        stored = { ...stored, ...(body as object) };
        return json(stored);
      },
    });
    await waitForCards('a');
    rename('Castle');
    expect(await screen.findByText(DELAYED)).toBeTruthy();
    fireEvent.click(favorite());
    await waitFor(() => expect(bodies(calls)).toEqual([{ name: 'Castle' }, { favorite: 'starred' }]));
    expect([screen.queryByRole('link', { name: 'Castle' }) !== null, isFavorite()]).toEqual([true, true]);
    isUp = true;
    act(() => void dispatchEvent(new Event('online')));

    await waitFor(() => expect(listUnsentKeys()).toEqual([]));
    await waitFor(() => expect(screen.queryByText(DELAYED)).toBeNull());
    expect([screen.queryByRole('link', { name: 'Castle' }) !== null, isFavorite()]).toEqual([true, true]);
  });
});

it('of two quick renames, the list shows and the server gets the last one', async () => {
  const first = deferredReply<'updateThumbnail'>();
  const replies = [first.promise];
  const calls = await openLibrary({
    listThumbnails: () => replyWithList('a'),
    updateThumbnail: ({ body }) => replies.shift() ?? json(body as { name: string }),
  });
  await waitForCards('a');
  rename('Castle');
  await waitFor(() => expect(bodies(calls)).toEqual([{ name: 'Castle' }]));
  rename('Castle at dusk');
  first.resolve(json({ name: 'Castle' }));

  await waitFor(() => expect(bodies(calls)).toEqual([{ name: 'Castle' }, { name: 'Castle at dusk' }]));
  expect(await findName('Castle at dusk')).toBeTruthy();
});

it('a list that was read before a rename does not undo it, and a later list replaces it', async () => {
  const lists = [
    [summary('a')],
    [summary('a'), summary('b')],
    [summary('a', { name: 'Castle of another device' })],
  ];
  const late = deferredReply<'listThumbnails'>();
  const next = () => json({ thumbnails: lists.shift() ?? [] });
  let isLate = false;
  await openLibrary({ listThumbnails: () => (isLate ? late.promise : next()) });
  await waitForCards('a');
  const readAgain = () => act(() => void dispatchEvent(new Event('online')));
  isLate = true;
  readAgain();
  rename('Castle');
  await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  late.resolve(next());
  await findName('Prompt b');
  expect(await findName('Castle')).toBeTruthy();
  isLate = false;
  readAgain();

  expect(await findName('Castle of another device')).toBeTruthy();
});
