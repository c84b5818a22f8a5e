// @vitest-environment happy-dom
// The requests of other tests that never end count as well, so this file does not share its modules.
import { expect, it } from 'vitest';
import { saveRequest } from '../../../web/src/outbox/designs.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ADA, fakeApi, signIn } from '../support/site.tsx';
import { pass, stubClock, withCrop } from './support/design-page.ts';

it('designs that are sent at once have at most 64 kB that outlive the page, because the browser refuses more', async () => {
  await loadDelivery();
  stubClock();
  const calls = fakeApi({ readThumbnail: new DesignServer().readThumbnail });
  signIn();
  const other = new Outbox();
  const ids = ['1', '2', '3'];
  for (const id of ids) {
    const request = saveRequest(id, withCrop(0.1), 'x'.repeat(25_000));
    other.put({ key: id, userId: ADA.id, request, delay: 1_000 });
  }
  other.leave();
  await pass(0);

  const saves = calls.filter(({ method }) => method === 'PUT');
  expect(saves.map(({ keepalive }) => keepalive)).toEqual([true, true, false]);
});
