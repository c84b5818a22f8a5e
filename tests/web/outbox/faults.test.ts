import type { UpdateThumbnailResponse } from '#contract/endpoints/thumbnail-requests.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import { expiredSession, json, lostConnection, type FakeCall, type Reply } from '../support/fake-api.ts';
import { ADA, fakeApi, setSession, signIn } from '../support/site.tsx';
import { DesignPage, pass, stubClock, withCrop } from './support/design-page.ts';

// Each fault happens at each step. Afterwards the creator comes back with a connection and a session, and opens any page: the server
// must have the last change, once each change is sent, and the user is not asked about a conflict with their own work.

const FAULTS = [
  'the tab is closed before the request arrives',
  'the tab is closed before the response arrives',
  'the page is left before the request arrives',
  'the page is left before the response arrives',
  'the connection is lost before the request arrives',
  'the connection is lost before the response arrives',
  'the session expires',
  'another user signs in',
] as const;
type Fault = (typeof FAULTS)[number];

let server: DesignServer;
let deleted: string[];
let names: Record<string, unknown>;
let fault: Fault | undefined;

/** Lets the server answer, or the fault happen. */
async function answer(handle: () => unknown): Promise<Reply<never> | Error> {
  if (fault === undefined) return (await handle()) as Reply<never>;
  if (fault === 'the session expires') return expiredSession();
  if (fault.endsWith('before the response arrives')) await handle();
  return fault.startsWith('the connection') ? lostConnection() : new Promise<never>(() => undefined);
}

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  stubClock();
  server = new DesignServer();
  server.design = withCrop(0.5);
  deleted = [];
  names = {};
  fault = undefined;
  fakeApi({
    readThumbnail: server.readThumbnail,
    saveDesign: (call: FakeCall) => answer(() => server.saveDesign(call)),
    deleteThumbnail: (call: FakeCall) =>
      answer(() => {
        deleted.push(call.url);
        return json({ deleted: true });
      }),
    updateThumbnail: ({ body }: FakeCall) =>
      answer(() => {
        names = { ...names, ...(body as object) };
        return json(names as UpdateThumbnailResponse);
      }),
  });
  signIn();
});

/** Applies the fault to the page. Only a page that continues after the fault may still get answers. */
async function happen(page: Outbox): Promise<void> {
  const isLeft = fault?.startsWith('the page is left') === true;
  if (isLeft) page.leave();
  if (fault === 'the session expires') setSession(VISITOR);
  if (fault === 'another user signs in') signIn({ id: 'user-eve', email: 'eve@example.com' });
  await pass(0);
  if (isLeft || fault?.startsWith('the tab') === true) vi.clearAllTimers();
  else await pass(40_000);
}

/** Returns after the fault to a page of the site other than the finish page. */
async function comeBack(): Promise<void> {
  fault = undefined;
  setSession(VISITOR);
  signIn(ADA);
  const other = new Outbox();
  await Promise.all(listEntries(ADA.id).map(({ key }) => other.send(key)));
  await pass(60_000);
}

const STEPS: Record<string, (page: DesignPage, begin: () => void) => Promise<void> | void> = {
  'a change': (page, begin) => {
    begin();
    page.change(0.2);
  },
  'a change during the first save': async (page, begin) => {
    begin();
    page.change(0.1);
    await pass(1_000);
    page.change(0.2);
  },
  'a save': async (page, begin) => {
    page.change(0.2);
    begin();
    await pass(1_000);
  },
  'a change after a save': async (page, begin) => {
    page.change(0.1);
    await pass(1_000);
    page.change(0.2);
    begin();
    await pass(1_000);
  },
  'a change that is undone after a save': async (page, begin) => {
    page.change(0.2);
    await pass(1_000);
    begin();
    page.change(0.7);
    await pass(1_000);
    page.change(0.2);
  },
  'a sign-out, which sends at once': async (page, begin) => {
    page.change(0.1);
    page.change(0.2);
    begin();
    void page.outbox.send(page.key, 'urgent');
    await pass(0);
  },
};

describe.each(Object.entries(STEPS))('at %s', (_, step) => {
  it.each(FAULTS)('nothing is lost when %s', async (name) => {
    const page = await DesignPage.open();
    await step(page, () => (fault = name));
    await happen(page.outbox);
    const isKept = listEntries(ADA.id).length === 1;
    expect(isKept || server.design.crop === 0.2).toBe(true);
    await comeBack();

    expect([server.design, listEntries(ADA.id)]).toEqual([withCrop(0.2), []]);
    expect((await DesignPage.open()).state).toEqual({ status: 'saved' });
  });
});

describe('at a deletion', () => {
  const request = { name: 'deleteThumbnail', input: { params: { id: ID } } } as const;
  const key = `deletion/${ID}`;

  it.each(FAULTS)('the thumbnail is deleted in the end when %s', async (name) => {
    const page = new Outbox();
    page.put({ key, userId: ADA.id, request, delay: 600_000 });
    await pass(0);
    fault = name;
    void page.send(key);
    await happen(page);
    await comeBack();

    expect([new Set(deleted), listEntries(ADA.id)]).toEqual([new Set([`/api/thumbnails/${ID}`]), []]);
  });

  it.each(FAULTS)('the thumbnail stays when it was undone before %s', async (name) => {
    const page = new Outbox();
    page.put({ key, userId: ADA.id, request, delay: 600_000 });
    page.discard(key);
    fault = name;
    await happen(page);
    await comeBack();

    expect([deleted, listEntries(ADA.id)]).toEqual([[], []]);
  });
});

describe('at a new name and a favorite', () => {
  const put = (page: Outbox, field: 'name' | 'favorite', value: string) =>
    page.put({
      key: `update/${ID}/${field}`,
      userId: ADA.id,
      request: { name: 'updateThumbnail', input: { params: { id: ID }, body: { [field]: value } } },
      mark: value,
      delay: 0,
    });

  it.each(FAULTS)('the server has both in the end when %s', async (name) => {
    const page = new Outbox();
    fault = name;
    put(page, 'name', 'Castle');
    put(page, 'favorite', 'starred');
    await happen(page);
    await comeBack();

    expect([names, listEntries(ADA.id)]).toEqual([{ name: 'Castle', favorite: 'starred' }, []]);
  });

  it.each(FAULTS)('the server has the last name in the end when %s', async (name) => {
    const page = new Outbox();
    put(page, 'name', 'Castle');
    fault = name;
    await pass(0);
    put(page, 'name', 'Castle at dusk');
    await happen(page);
    await comeBack();

    expect([names, listEntries(ADA.id)]).toEqual([{ name: 'Castle at dusk' }, []]);
  });
});
