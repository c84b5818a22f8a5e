import { expect, it, vi } from 'vitest';
import { readThumbnail } from '../../../web/src/api/read-thumbnails.ts';
import { findDraft, toStoredDesign } from '../../../web/src/outbox/designs.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import { ADA, fakeApi, signIn } from '../support/site.tsx';
import { DesignPage, pass, stubClock, withCrop } from './support/design-page.ts';

// The start of the site sends the drafts of earlier visits, also the draft of the page that opens.
it.each([
  ['has confirmed it', (outbox: Outbox, key: string) => outbox.send(key)],
  ['is sending it', (outbox: Outbox, key: string) => void outbox.send(key)],
  [
    'has confirmed it, and is looking for another one',
    async (outbox: Outbox, key: string) => {
      await outbox.send(key);
      void outbox.send(key, 'urgent');
    },
  ],
])('a draft is saved once when the start of the site %s while its page opens', async (_, sendUnsent) => {
  await loadDelivery();
  stubClock();
  const server = new DesignServer();
  const { readThumbnail: read, saveDesign } = server;
  const calls = fakeApi({ readThumbnail: read, saveDesign });
  signIn();
  (await DesignPage.open()).change(0.1);
  vi.clearAllTimers(); // The tab is closed.
  const draft = findDraft(ADA.id, ID)?.entry;
  const stored = toStoredDesign(await readThumbnail(ID));
  const [outbox, key] = [new Outbox(), draft?.key ?? ''];
  await sendUnsent(outbox, key);
  void outbox.open(key, stored, draft);
  await pass(0);

  expect([outbox.getState(key), listEntries(ADA.id)]).toEqual([{ status: 'saved' }, []]);
  const saves = calls.filter(({ method }) => method === 'PUT');
  expect(saves.map(({ body }) => body)).toEqual([{ design: withCrop(0.1), version: 3 }]);
});
