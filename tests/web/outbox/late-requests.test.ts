import { beforeEach, expect, it, vi } from 'vitest';
import type { Design } from '../../../contract/design/design.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import type { DesignServer } from '../finish/support/design-server.ts';
import { lostConnection } from '../support/fake-api.ts';
import { ADA } from '../support/site.tsx';
import { DesignPage, pass, serveDesign, withCrop } from './support/design-page.ts';

let server: DesignServer;
/** The server gets the next saves when the test says so. No page sees their responses. */
let isLate: boolean;
let late: (() => void)[];
/** The server gets the next saves at once, and no page sees their responses. */
let isUnseen: boolean;
/** The server gets the next saves at once, and the pages see their responses, or that they are lost, when the test says so. */
let isHeld: boolean;
let held: ((isLost?: boolean) => void)[];

beforeEach(async () => {
  isLate = false;
  isUnseen = false;
  isHeld = false;
  late = [];
  held = [];
  ({ server } = await serveDesign((save) => (call) => {
    if (isHeld) {
      const reply = save(call);
      return new Promise<Awaited<typeof reply>>((resolve) => {
        held.push((isLost = false) => resolve(isLost ? lostConnection() : reply));
      });
    }
    if (!isLate && !isUnseen) return save(call);
    if (isLate) late.push(() => void save(call));
    else void save(call);
    return new Promise<never>(() => undefined);
  }));
});

/** A page is reloaded during a save. Its last request arrives late. */
async function leaveDuringSave(change?: number) {
  const page = await DesignPage.open();
  isUnseen = true;
  page.change(0.1);
  await pass(1_100);
  isLate = true;
  if (change !== undefined) page.change(change);
  page.outbox.leave();
  await vi.waitFor(() => expect(late).toHaveLength(1));
  vi.clearAllTimers();
  isUnseen = false;
  isLate = false;
}

it('A page that is left during a save repeats it with the same revision, so that the next page has no conflict', async () => {
  await leaveDuringSave();
  const next = await DesignPage.open();
  await pass(100);
  for (const arrive of late) arrive();
  expect(server.version).toBe(4);

  next.change(0.2);
  await pass(5_000);
  expect([next.state, server.design, listEntries(ADA.id)]).toEqual([{ status: 'saved' }, withCrop(0.2), []]);
});

it('A later visit has no conflict with the last request of a page that was left, although a visit between them has changed the design', async () => {
  await leaveDuringSave(0.2);
  const never = () => new Promise<never>(() => undefined);
  const next = await DesignPage.open(ADA.id, never);
  next.change(0.3);
  vi.clearAllTimers(); // A crash ends the tab before it has drawn its preview.
  for (const arrive of late) arrive();
  expect([server.design, server.version]).toEqual([withCrop(0.2), 5]);

  const later = await DesignPage.open();
  await pass(5_000);
  expect([later.state, server.design, listEntries(ADA.id)]).toEqual([{ status: 'saved' }, withCrop(0.3), []]);
});

it('A page has no conflict with another device that has undone its own change', async () => {
  const page = await DesignPage.open();
  const save = (design: Design) =>
    server.saveDesign({ body: { design, version: server.version } } as Parameters<
      DesignServer['saveDesign']
    >[0]);
  const before = server.design;
  await save(withCrop(0.9));
  await save(before);
  expect(server.version).toBe(5);

  page.change(0.2);
  await pass(5_000);
  expect([page.state, server.design]).toEqual([{ status: 'saved' }, withCrop(0.2)]);
});

/** A page is left during a save, and comes back from the cache of the browser. The responses to its two saves are held. */
async function leaveAndReturn(change?: number) {
  const page = await DesignPage.open();
  isHeld = true;
  page.change(0.1);
  await pass(1_100);
  if (change !== undefined) page.change(change);
  page.outbox.leave();
  await pass(0);
  return page;
}

/** At last the page has saved the design, and the browser keeps nothing of it. */
function expectSaved(page: DesignPage, crop: number): void {
  expect([page.state, server.design, listEntries(ADA.id)]).toEqual([{ status: 'saved' }, withCrop(crop), []]);
}

it.each([false, true])(
  'A page that comes back from the cache of the browser saves what undo has restored during two saves (left again: %s)',
  async (isLeftAgain) => {
    const page = await leaveAndReturn(0.2);
    page.change(0.1);
    if (isLeftAgain) page.outbox.leave();
    await pass(0);
    expect(server.design).toEqual(withCrop(0.2));
    isHeld = false;
    for (const answer of held) answer();
    await pass(60_000);

    expectSaved(page, 0.1);
  },
);

it('A page that comes back from the cache of the browser saves what undo has restored if the response to its last save is lost', async () => {
  const page = await leaveAndReturn(0.2);
  page.change(0.1);
  isHeld = false;
  const [first, last] = held;
  last?.(true);
  await pass(100);
  first?.();
  await pass(60_000);

  expectSaved(page, 0.1);
});

it('A page that comes back from the cache of the browser saves a change although its first save is lost long before its last save is answered', async () => {
  const page = await leaveAndReturn();
  page.change(0.2);
  isHeld = false;
  const [first, last] = held;
  first?.(true);
  await pass(5_000);
  last?.();
  await pass(60_000);

  expectSaved(page, 0.2);
});
