import { beforeEach, expect, it } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { saveRequest } from '../../../web/src/outbox/designs.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery } from '../../../web/src/outbox/outbox.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import type { FakeCall, Reply } from '../support/fake-api.ts';
import { ADA, fakeApi, signIn } from '../support/site.tsx';
import { DesignPage, pass, stubClock, withCrop } from './support/design-page.ts';

let server: DesignServer;
/** Replaces the next response to a save. */
let reply: ((call: FakeCall) => Reply<never> | Promise<Reply<never>>) | undefined;

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  stubClock();
  server = new DesignServer();
  server.design = withCrop(0.5);
  reply = undefined;
  fakeApi({
    readThumbnail: server.readThumbnail,
    saveDesign: (call) => {
      const current = reply ?? server.saveDesign;
      reply = undefined;
      return current(call);
    },
  });
  signIn();
});

it('an entry that has gone from the storage is sent by the page that put it', async () => {
  const opened = await DesignPage.open();
  opened.change(0.1);
  localStorage.clear();
  await pass(1_000);

  expect([server.design, opened.state, listEntries(ADA.id)]).toEqual([
    withCrop(0.1),
    { status: 'saved' },
    [],
  ]);
});

it('a page that is left while it prepares a save sends what was changed meanwhile', async () => {
  const opened = await DesignPage.open();
  opened.change(
    0.1,
    (hurry) =>
      new Promise((resolve) =>
        hurry.addEventListener('abort', () => resolve(saveRequest(ID, withCrop(0.1)))),
      ),
  );
  await pass(1_000);
  opened.change(0.2);
  reply = (call) => {
    void server.saveDesign(call);
    return new Promise<never>(() => undefined);
  };
  opened.outbox.leave();
  await pass(0);

  expect(server.design).toEqual(withCrop(0.2));
});
