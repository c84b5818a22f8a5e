// A deletion that waits for another try changes the thumbnails that are hidden for all tests of a file.
import { beforeEach, expect, it, vi } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { deleteLater, hiddenThumbnails, sendDeletions } from '../../../web/src/outbox/deletions.ts';
import { designKey, markDesign, saveRequest } from '../../../web/src/outbox/designs.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox, outbox } from '../../../web/src/outbox/outbox.ts';
import { deletionKey } from '../../../web/src/outbox/requests.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { json, refusal, type FakeCall } from '../support/fake-api.ts';
import { storedIds, storeHistory } from '../support/home.ts';
import { ADA, fakeApi, lastPart, signIn, storedThumbnail } from '../support/site.tsx';

const deleted = new Set<string>();
let isBusy: boolean;
let calls: FakeCall[];

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  isBusy = true;
  calls = fakeApi({
    deleteThumbnail: (call) => {
      if (isBusy) return refusal('too_many_requests');
      deleted.add(lastPart(call));
      return json({ deleted: true });
    },
    readThumbnail: (call) =>
      deleted.has(lastPart(call)) ? refusal('not_found') : json(storedThumbnail(lastPart(call))),
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
