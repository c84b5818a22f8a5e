// The requests of other tests that never end count as well, so this file does not share its modules.
import { expect, it } from 'vitest';
import type { Design } from '#contract/design/design.ts';
import { saveRequest } from '../../../web/src/outbox/designs.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { LARGEST_DESIGN } from '../../support/largest-design.ts';
import { json } from '../support/fake-api.ts';
import { ADA, fakeApi, signIn } from '../support/site.tsx';
import { pass, stubClock, withCrop } from './support/design-page.ts';

const PREVIEW = 'x'.repeat(25_000);

/** Leaves a page that has put these designs. @returns the requests that the page sends */
async function leave(designs: readonly Design[]) {
  await loadDelivery();
  stubClock();
  const calls = fakeApi({
    readThumbnail: new DesignServer().readThumbnail,
    saveDesign: () => json({ version: 1 }),
  });
  signIn();
  const other = new Outbox();
  for (const design of designs) {
    const key = crypto.randomUUID();
    other.put({ key, userId: ADA.id, request: saveRequest(key, design, PREVIEW), mark: key, delay: 1_000 });
  }
  other.leave();
  await pass(0);
  return calls.flatMap(({ method, keepalive, body }) => (method === 'PUT' ? [{ keepalive, body }] : []));
}

it('the designs of a page that is left have at most 64 kB, because the browser refuses more, so the last design leaves out its preview', async () => {
  const designs = [0.1, 0.2, 0.3].map(withCrop);
  const [first, second, third] = designs;

  expect(await leave(designs)).toEqual([
    { keepalive: true, body: { design: first, version: 0, preview: PREVIEW } },
    { keepalive: true, body: { design: second, version: 0, preview: PREVIEW } },
    { keepalive: true, body: { design: third, version: 0 } },
  ]);
});

it('the largest design of a page that is left is sent without its preview', async () => {
  expect(await leave([LARGEST_DESIGN])).toEqual([
    { keepalive: true, body: { design: LARGEST_DESIGN, version: 0 } },
  ]);
});
