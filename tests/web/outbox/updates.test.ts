import { beforeEach, expect, it } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { deletionKey } from '../../../web/src/outbox/requests.ts';
import { ID } from '../finish/support/finish-page.ts';
import { deferredReply, foreign, json, lostConnection, type FakeCall } from '../support/fake-api.ts';
import { ADA, fakeApi, signIn, type SiteHandlers } from '../support/site.tsx';
import { pass, stubClock } from './support/design-page.ts';

const KEY = `update/${ID}/name`;

let calls: FakeCall[];
/** Replaces the next responses. */
let replies: NonNullable<SiteHandlers['updateThumbnail']>[];
const bodies = () => calls.map(({ body }) => body);

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  stubClock();
  replies = [];
  calls = fakeApi({
    updateThumbnail: (call) => replies.shift()?.(call) ?? json(call.body as { name: string }),
  });
  signIn();
});

const rename = (page: Outbox, name: string | null) =>
  page.put({
    key: KEY,
    userId: ADA.id,
    request: { name: 'updateThumbnail', input: { params: { id: ID }, body: { name } } },
    mark: String(name),
    delay: 0,
  });

it('a new name keeps its thumbnail, whose deletion a crash has cut off', () => {
  const request = { name: 'deleteThumbnail', input: { params: { id: ID } } } as const;
  new Outbox().put({ key: deletionKey(ID), userId: ADA.id, request, delay: 600_000 });
  rename(new Outbox(), 'Castle');

  expect(listEntries(ADA.id).map((entry) => entry.request.name)).toEqual(['updateThumbnail']);
});

it.each([
  ['a name', 'Castle', foreign({ login: 'https://portal.test' })],
  ['a name', 'Castle', foreign({})],
  ['no name', null, foreign({ login: 'https://portal.test' })],
  ['no name', null, foreign({ name: 'Castle' })],
])('%s is not confirmed by a response that does not have it', async (_, name, response) => {
  replies = [() => response, () => json(name === null ? {} : { name })];
  const page = new Outbox();
  rename(page, name);
  await pass(0);
  expect(page.getState(KEY)).toEqual({ status: 'retrying', isOffline: false });
  await pass(5_000);

  expect([bodies(), listEntries(ADA.id)]).toEqual([[{ name }, { name }], []]);
});

it('a name that another tab has sent is not sent again over a later name', async () => {
  replies = [lostConnection];
  const stale = new Outbox();
  rename(stale, 'Castle');
  await pass(0);
  const other = new Outbox();
  await other.send(KEY);
  rename(other, 'Castle at dusk');
  await pass(60_000);

  expect(bodies()).toEqual([{ name: 'Castle' }, { name: 'Castle' }, { name: 'Castle at dusk' }]);
  expect([stale.getState(KEY), listEntries(ADA.id)]).toEqual([{ status: 'saved' }, []]);
});

it('a page that is left during a rename sends the later name after the response', async () => {
  const first = deferredReply<'updateThumbnail'>();
  replies = [() => first.promise];
  const page = new Outbox();
  rename(page, 'Castle');
  await pass(0);
  rename(page, 'Castle at dusk');
  page.leave();
  await pass(60_000);
  expect(bodies()).toEqual([{ name: 'Castle' }]);
  first.resolve(json({ name: 'Castle' }));
  await pass(0);

  expect([bodies(), listEntries(ADA.id)]).toEqual([[{ name: 'Castle' }, { name: 'Castle at dusk' }], []]);
});
