import { beforeEach, expect, it, vi } from 'vitest';
import { isDue, listEntries } from '../../../web/src/outbox/entries.ts';
import { Outbox } from '../../../web/src/outbox/outbox.ts';
import type { DesignServer } from '../finish/support/design-server.ts';
import { lostConnection } from '../support/fake-api.ts';
import { ADA } from '../support/site.tsx';
import { DesignPage, pass, serveDesign } from './support/design-page.ts';

let server: DesignServer;
let isLost: boolean;

beforeEach(async () => {
  isLost = false;
  ({ server } = await serveDesign((save) => (call) => (isLost ? lostConnection() : save(call))));
});

/** Opens a page with a conflict. A second tab shows the same question, and is closed without an answer. */
async function openConflict() {
  const first = await DesignPage.openWithConflict();
  expect(first.state.status).toBe('conflict');
  await DesignPage.open();
  return first;
}

/** The start of the site, and then the page. */
async function visitLater() {
  vi.clearAllTimers(); // All tabs are closed.
  const start = new Outbox();
  const due = listEntries(ADA.id).filter((entry) => entry.state === 'unsent' && isDue(entry));
  await Promise.all(due.map(({ key }) => start.send(key)));
  vi.clearAllTimers();
  const page = await DesignPage.open();
  await pass(1_000);
  return page;
}

it('A later visit does not ask again about a conflict that was ended in the first tab, after a second tab has looked at it', async () => {
  const first = await openConflict();
  first.outbox.resolve(first.key, 'mine');
  await pass(1_000);
  first.change(0.3);
  await pass(5_000);
  expect([server.design.crop, first.state.status]).toEqual([0.3, 'saved']);

  const later = await visitLater();
  expect([later.state.status, listEntries(ADA.id).length]).toEqual(['saved', 0]);
});

it('A later visit does not ask again about a conflict that was ended with the other version in the first tab', async () => {
  const first = await openConflict();
  first.outbox.resolve(first.key, 'theirs');
  await pass(1_000);

  const later = await visitLater();
  expect([later.state.status, listEntries(ADA.id).length]).toEqual(['saved', 0]);
});

it.each(['mine', 'theirs'] as const)(
  'A later visit does not ask about a draft that a closed tab had taken, and that the first tab had changed before it chose %s',
  async (choice) => {
    const elsewhere = await DesignPage.open();
    const first = await DesignPage.open();
    elsewhere.change(0.9);
    await pass(2_000);
    first.change(0.1);
    await DesignPage.open(ADA.id, () => new Promise<never>(() => undefined)); // The second tab is closed before it has drawn its preview.
    first.change(0.2);
    await pass(2_000);
    expect([first.state.status, listEntries(ADA.id).length]).toEqual(['conflict', 2]);
    first.outbox.resolve(first.key, choice);
    await pass(1_000);

    const later = await visitLater();
    expect([later.state.status, listEntries(ADA.id).length]).toEqual(['saved', 0]);
    expect(server.design.crop).toBe(choice === 'mine' ? 0.2 : 0.9);
  },
);

it('A later visit asks about nothing after a second tab was opened and closed while the first tab waited for its connection', async () => {
  const first = await DesignPage.open();
  isLost = true;
  first.change(0.1);
  await pass(1_500);
  expect(first.state.status).toBe('retrying');
  await DesignPage.open(); // The second tab,
  vi.clearAllTimers(); // which is closed.
  isLost = false;
  await first.outbox.send(first.key); // The first tab tries again.
  expect([server.design.crop, first.state.status]).toEqual([0.1, 'saved']);
  first.change(0.2);
  await pass(5_000);
  expect([server.design.crop, first.state.status]).toEqual([0.2, 'saved']);

  const later = await visitLater();
  expect([server.design.crop, later.state.status, listEntries(ADA.id).length]).toEqual([0.2, 'saved', 0]);
});
