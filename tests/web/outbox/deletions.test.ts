import { beforeEach, expect, it } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { deletionKey } from '../../../web/src/outbox/requests.ts';
import { json } from '../support/fake-api.ts';
import { ADA, fakeApi, lastPart, signIn } from '../support/site.tsx';
import { stubClock } from './support/design-page.ts';

let deleted: string[];

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  stubClock();
  deleted = [];
  fakeApi({
    deleteThumbnail: (call) => {
      deleted.push(lastPart(call));
      return json({ deleted: true });
    },
  });
  signIn();
});

it('A deletion that the server has confirmed leaves the deletions of other thumbnails in the outbox', async () => {
  const outbox = new Outbox();
  for (const id of ['a', 'b']) {
    const request = { name: 'deleteThumbnail', input: { params: { id } } } as const;
    outbox.put({ key: deletionKey(id), userId: ADA.id, request, delay: 600_000 });
  }
  await outbox.send(deletionKey('a'));
  expect(listEntries(ADA.id).map(({ key }) => key)).toEqual([deletionKey('b')]);

  await outbox.send(deletionKey('b'));
  expect([deleted, listEntries(ADA.id)]).toEqual([['a', 'b'], []]);
});
