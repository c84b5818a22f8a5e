import { beforeEach, expect, it } from 'vitest';
import { findDraft } from '../../../web/src/outbox/designs.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import { lostConnection, type FakeCall } from '../support/fake-api.ts';
import { ADA, BOB, fakeApi, signIn } from '../support/site.tsx';
import { cognito } from '../support/sign-in-stubs.ts';
import { DesignPage, pass, stubClock } from './support/design-page.ts';

let calls: FakeCall[];
const saves = () => calls.filter(({ method }) => method === 'PUT');

beforeEach(async () => {
  await loadDelivery();
  stubClock();
  const { readThumbnail } = new DesignServer();
  calls = fakeApi({ readThumbnail, saveDesign: lostConnection });
  signIn();
});

it('what a user has not sent is neither sent nor seen by another user', async () => {
  const page = await DesignPage.open();
  page.change(0.1);
  await pass(1_000);
  signIn(BOB);
  await Promise.all(listEntries(ADA.id).map(({ key }) => new Outbox().send(key)));
  await pass(60_000);

  expect([listEntries(BOB.id), findDraft(BOB.id, ID)]).toEqual([[], undefined]);
  expect(saves()).toHaveLength(1);
  new Outbox().forget(BOB.id);
  expect(listEntries(ADA.id)).toHaveLength(1);
});

it('nothing is sent with the token of a user who has just signed in in another tab', async () => {
  const page = await DesignPage.open();
  page.change(0.1);
  cognito.readIdToken.mockImplementation((userId) =>
    userId === ADA.id ? Promise.reject(new Error('Another user')) : Promise.resolve('token of Bob'),
  );
  await pass(1_000);
  cognito.readIdToken.mockImplementation(() => Promise.resolve('token'));

  expect([saves(), page.state.status]).toEqual([[], 'retrying']);
  expect(cognito.signOut).not.toHaveBeenCalled();
});
