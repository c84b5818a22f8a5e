import { expect, it, vi } from 'vitest';
import { readThumbnail } from '../../../web/src/api/read-thumbnails.ts';
import {
  designKey,
  findDraft,
  markDesign,
  saveRequest,
  toStoredDesign,
} from '../../../web/src/outbox/designs.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import { ADA, fakeApi, signIn } from '../support/site.tsx';
import { pass, stubClock, withCrop } from './support/design-page.ts';

// One tab. A draft of an earlier visit is being sent when its page opens: by the timer of `take`, because the page needed more than ten
// seconds, or by the start of the site. The creator changes the design, and then hides or leaves the page before the response.
it.each(['the timer of a slow page', 'the start of the site'])(
  'A change while %s sends the draft is saved, and asks about no conflict',
  async (sender) => {
    await loadDelivery();
    stubClock();
    const server = new DesignServer();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    fakeApi({
      readThumbnail: server.readThumbnail,
      saveDesign: async (call) => {
        await held;
        return server.saveDesign(call);
      },
    });
    signIn();
    const put = (outbox: Outbox, key: string, crop: number) => {
      const design = withCrop(crop);
      const entry = { key, userId: ADA.id, request: saveRequest(ID, design), mark: markDesign(design) };
      outbox.put({ ...entry, delay: 1_000 });
    };
    const earlier = new Outbox();
    const earlierKey = designKey(ID, 'earlier');
    void earlier.open(earlierKey, toStoredDesign(await readThumbnail(ID)));
    await pass(0);
    put(earlier, earlierKey, 0.1);
    vi.clearAllTimers(); // The tab is reloaded.

    // `loadThumbnail`
    const outbox = new Outbox();
    await outbox.settle(designKey(ID));
    const found = findDraft(ADA.id, ID)?.entry;
    if (!found) throw new Error('There is no draft');
    const draft = outbox.take(found);
    const stored = toStoredDesign(await readThumbnail(ID));
    if (sender === 'the start of the site') void outbox.send(draft.key);
    else await pass(10_100); // The picture loads slowly.
    // `useSavedDesign`
    void outbox.open(draft.key, stored, draft);
    await pass(500);
    put(outbox, draft.key, 0.2);
    void outbox.send(draft.key, 'urgent');
    release();
    await pass(60_000);
    expect(server.design.crop).toBe(0.2);
    expect([outbox.getState(draft.key), listEntries(ADA.id)]).toEqual([{ status: 'saved' }, []]);
  },
);
