import { beforeEach, expect, it } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { findDraft } from '../../../web/src/outbox/designs.ts';
import { loadDelivery } from '../../../web/src/outbox/outbox.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import { foreign, type FakeCall, type Reply } from '../support/fake-api.ts';
import { ADA, fakeApi, signIn } from '../support/site.tsx';
import { cognito } from '../support/sign-in-stubs.ts';
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

const page = (status: number) => () =>
  new Response('<html>Sign in to the network</html>', { status }) as Reply<never>;

it.each([
  ['200 with JSON', () => foreign({ login: 'https://portal.test' })],
  ['200 with a page', page(200)],
  ['401 with a page', page(401)],
  ['403 with a page', page(403)],
  ['404 with a page', page(404)],
  ['413 with a page', page(413)],
])('a captive portal that answers %s confirms nothing and ends nothing', async (_, answer) => {
  reply = answer;
  const opened = await DesignPage.open();
  opened.change(0.1);
  await pass(1_000);
  expect([opened.state.status, findDraft(ADA.id, ID)?.entry.key]).toEqual(['retrying', opened.key]);
  expect(cognito.signOut).not.toHaveBeenCalled();
  await pass(5_000);

  expect([server.design, opened.state]).toEqual([withCrop(0.1), { status: 'saved' }]);
});
