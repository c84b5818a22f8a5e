// A deletion that waits for another try changes the thumbnails that are hidden for all tests of a file.
import { beforeEach, expect, it, vi } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { deleteLater, hiddenThumbnails, sendDeletions } from '../../../web/src/outbox/deletions.ts';
import { designKey, markDesign, saveRequest } from '../../../web/src/outbox/designs.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox, outbox } from '../../../web/src/outbox/outbox.ts';
import { deletionKey } from '../../../web/src/outbox/requests.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { json, lostConnection, refusal, type FakeCall } from '../support/fake-api.ts';
import { storedIds, storeHistory } from '../support/home.ts';
import { ADA, fakeApi, lastPart, signIn, storedThumbnail } from '../support/site.tsx';

const deleted = new Set<string>();
let isBusy: boolean;
/** The connection is lost while the page reads a thumbnail. */
let isUnreadable: boolean;
/** Happens while the page reads a thumbnail. */
let onRead: (() => void) | undefined;
let calls: FakeCall[];

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  isBusy = true;
  isUnreadable = false;
  onRead = undefined;
  calls = fakeApi({
    deleteThumbnail: (call) => {
      if (isBusy) return refusal('too_many_requests');
      deleted.add(lastPart(call));
      return json({ deleted: true });
    },
    readThumbnail: (call) => {
      onRead?.();
      if (isUnreadable) return lostConnection();
      return deleted.has(lastPart(call)) ? refusal('not_found') : json(storedThumbnail(lastPart(call)));
    },
    saveDesign: () => json({ version: 1 }),
  });
  signIn();
});

/** The server refuses the deletion for a while. */
async function deleteBusy(id: string) {
  storeHistory([id, 'other']);
  deleteLater(ADA.id, [id]);
  await sendDeletions([id]);
  expect([outbox.getState(deletionKey(id)).status, storedIds()]).toEqual(['retrying', ['other']]);
}

it.each([
  ['this tab', () => outbox],
  ['another tab', () => new Outbox()],
])(
  'A thumbnail whose deletion waits for another try is shown again after a change in %s',
  async (tab, box) => {
    const info = vi.spyOn(notify, 'info');
    const id = `changed in ${tab}`;
    await deleteBusy(id);
    const design = { layers: [], crop: 0.3 };
    const [request, mark] = [saveRequest(id, design), markDesign(design)];
    box().put({ key: designKey(id, 'page'), userId: ADA.id, request, mark, delay: 0 });
    isBusy = false;
    await vi.advanceTimersByTimeAsync(700_000);

    await vi.waitFor(() => expect([...hiddenThumbnails.get()]).toEqual([]));
    expect([storedIds(), [...deleted], listEntries(ADA.id)]).toEqual([[id, 'other'], [], []]);
    expect(info.mock.calls).toEqual([['A thumbnail was changed, and not deleted.']]);
  },
);

it('A thumbnail whose deletion waits for another try stays hidden if another tab has deleted it', async () => {
  await deleteBusy('gone');
  isBusy = false;
  await new Outbox().send(deletionKey('gone'));
  expect([...deleted]).toEqual(['gone']);
  await vi.advanceTimersByTimeAsync(700_000);
  await vi.waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'GET' }));
  await vi.advanceTimersByTimeAsync(0); // The page has the response.

  expect([[...hiddenThumbnails.get()], storedIds()]).toEqual([['gone'], ['other']]);
});

/** The page tries again to send a deletion that another tab has canceled or sent, and cannot read the thumbnail. */
async function tryAgainUnreadable() {
  isUnreadable = true;
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'GET' }));
  isUnreadable = false;
}

it('A thumbnail that another tab has deleted stays hidden if the connection is lost while the page looks for it', async () => {
  const info = vi.spyOn(notify, 'info');
  await deleteBusy('unreadable');
  isBusy = false;
  await new Outbox().send(deletionKey('unreadable'));
  expect([...deleted]).toContain('unreadable');
  await tryAgainUnreadable();
  await vi.advanceTimersByTimeAsync(700_000);

  expect([hiddenThumbnails.get().has('unreadable'), info.mock.calls]).toEqual([true, []]);
});

it('A thumbnail whose deletion was canceled is shown when the page can read it again', async () => {
  await deleteBusy('canceled');
  new Outbox().discard(deletionKey('canceled'));
  await tryAgainUnreadable();
  await vi.advanceTimersByTimeAsync(60_000);

  await vi.waitFor(() => expect(hiddenThumbnails.get().has('canceled')).toBe(false));
});

it('A thumbnail that another tab deletes again while the page looks for it is deleted', async () => {
  await deleteBusy('again');
  const other = new Outbox();
  other.discard(deletionKey('again'));
  isBusy = false;
  onRead = () => {
    onRead = undefined;
    const request = { name: 'deleteThumbnail', input: { params: { id: 'again' } } } as const;
    other.put({ key: deletionKey('again'), userId: ADA.id, request, delay: 600_000 });
  };
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'GET' }));
  await vi.advanceTimersByTimeAsync(0); // The page has the response.
  await other.send(deletionKey('again'));

  expect([...deleted]).toContain('again');
  expect(hiddenThumbnails.get().has('again')).toBe(true);
});
