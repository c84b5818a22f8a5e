import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadErrorReader } from '../../../web/src/api/load-error-reader.ts';
import { findDraft } from '../../../web/src/outbox/designs.ts';
import { listEntries } from '../../../web/src/outbox/entries.ts';
import { loadDelivery, Outbox } from '../../../web/src/outbox/outbox.ts';
import { deletionKey } from '../../../web/src/outbox/requests.ts';
import { isTextKept, listUnsentKeys } from '../../../web/src/outbox/unsent-text.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import { lostConnection, refusal, type FakeCall, type Reply } from '../support/fake-api.ts';
import { ADA, fakeApi, signIn } from '../support/site.tsx';
import { DesignPage, pass, stubClock, withCrop } from './support/design-page.ts';

let server: DesignServer;
let calls: FakeCall[];
/** Replaces the next responses to saves. */
let replies: (((call: FakeCall) => Promise<Reply<never>> | Reply<never> | Error) | undefined)[];

const saves = () =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as { version: number });
/** The server saves, and its response is lost. */
const loseResponse = async (call: FakeCall) => {
  await server.saveDesign(call);
  return lostConnection() as never;
};
/** The server saves, and the page ends before the response. */
const saveForever = (call: FakeCall) => {
  void server.saveDesign(call);
  return new Promise<never>(() => undefined);
};

beforeEach(async () => {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  stubClock();
  server = new DesignServer();
  server.design = withCrop(0.5);
  replies = [];
  calls = fakeApi({
    readThumbnail: server.readThumbnail,
    saveDesign: (call) => (replies.shift() ?? server.saveDesign)(call),
  });
  signIn();
});

describe('a changed design', () => {
  it('is saved once, a second after the last change, with the revision that was read', async () => {
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(900);
    page.change(0.2);
    await pass(900);
    expect([saves(), page.state]).toEqual([[], { status: 'saving' }]);
    expect(findDraft(ADA.id, ID)?.design).toEqual(withCrop(0.2));

    await pass(100);
    expect(saves()).toEqual([{ design: withCrop(0.2), version: 3 }]);
    expect(calls.at(-1)?.keepalive).toBe(true);
    expect([page.state, listUnsentKeys()]).toEqual([{ status: 'saved' }, []]);
  });

  it('is sent with the new revision when it changed again during the request', async () => {
    const page = await DesignPage.open();
    let answer: () => void = () => undefined;
    replies = [
      (call) => new Promise((resolve) => (answer = () => resolve(server.saveDesign(call) as never))),
    ];
    page.change(0.1);
    await pass(1_000);
    page.change(0.2);
    await pass(5_000);
    expect(saves()).toHaveLength(1);

    answer();
    await pass(1_000);
    expect(saves().at(-1)).toEqual({ design: withCrop(0.2), version: 4 });
  });

  it('keeps its thumbnail, whose deletion a crash has cut off', async () => {
    const request = { name: 'deleteThumbnail', input: { params: { id: ID } } } as const;
    new Outbox().put({ key: deletionKey(ID), userId: ADA.id, request, delay: 600_000 });
    const page = await DesignPage.open();
    page.change(0.1);

    expect(listEntries(ADA.id).map((entry) => entry.request.name)).toEqual(['saveDesign']);
  });

  it('is not sent when undo has restored what the server has', async () => {
    const page = await DesignPage.open();
    page.change(0.1);
    page.change(0.5);
    await pass(5_000);

    expect([saves(), page.state, listEntries(ADA.id)]).toEqual([[], { status: 'saved' }, []]);
  });

  it('is saved when it was undone after a request whose response was lost', async () => {
    replies = [loseResponse];
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    page.change(0.5);
    await pass(10_000);

    expect([server.design, server.version, page.state]).toEqual([withCrop(0.5), 5, { status: 'saved' }]);
  });

  it('says why the server refuses it, and the next change is tried again', async () => {
    replies = [() => refusal('account_suspended')];
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    expect(page.state).toMatchObject({ status: 'refused', error: { code: 'account_suspended' } });
    page.change(0.2);
    await pass(1_000);

    expect([server.design, page.state]).toEqual([withCrop(0.2), { status: 'saved' }]);
  });
});

describe('without a connection', () => {
  it('is tried again after 2, 4, 8 seconds, and at most every half minute', async () => {
    const times: number[] = [];
    replies = Array.from({ length: 8 }, () => () => {
      times.push(Date.now());
      return lostConnection();
    });
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    expect(page.state).toEqual({ status: 'retrying', isOffline: false });
    await pass(130_000);

    expect(times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000)).toEqual([
      2, 4, 8, 16, 30, 30, 30,
    ]);
  });

  it('waits as long as the server asks for, also when it changes again', async () => {
    replies = [() => retryAfter(45)];
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    page.change(0.2);
    await pass(44_000);
    expect(saves()).toHaveLength(1);
    await pass(1_000);

    expect([server.design, page.state]).toEqual([withCrop(0.2), { status: 'saved' }]);
  });

  it('leaving the page loses something only when the browser cannot keep it', async () => {
    const page = await DesignPage.open();
    page.change(0.1);
    expect(isTextKept()).toBe(true);
    vi.stubGlobal('localStorage', undefined); // Storage is turned off.
    page.change(0.2);
    expect(isTextKept()).toBe(false);

    await pass(1_000);
    expect([server.design, isTextKept()]).toEqual([withCrop(0.2), true]);
  });
});

describe('what another device has saved meanwhile', () => {
  async function createConflict() {
    const page = await DesignPage.open();
    server.design = withCrop(0.9);
    server.version = 5;
    page.change(0.1);
    await pass(1_000);
    return page;
  }

  it('is a conflict, and nothing more is sent until the creator has chosen', async () => {
    const page = await createConflict();
    page.change(0.2);
    void page.outbox.send(page.key);
    await pass(60_000);
    expect(page.state).toEqual({ status: 'conflict', theirs: { design: withCrop(0.9), version: 5 } });
    expect(saves()).toHaveLength(1);

    page.outbox.resolve(page.key, 'mine');
    await pass(0);
    expect([server.design, page.state]).toEqual([withCrop(0.2), { status: 'saved' }]);
  });

  it('stays when the creator chooses it, and later changes are made from it', async () => {
    const page = await createConflict();
    page.outbox.resolve(page.key, 'theirs');
    expect([page.state, listEntries(ADA.id)]).toEqual([{ status: 'saved' }, []]);
    page.change(0.3);
    await pass(1_000);

    expect(saves().at(-1)).toEqual({ design: withCrop(0.3), version: 5 });
  });

  it('is asked about at each visit', async () => {
    await createConflict();
    const second = await DesignPage.open();
    second.change(0.2);
    const third = await DesignPage.open();

    const conflict = { status: 'conflict', theirs: { design: withCrop(0.9), version: 5 } };
    expect([second.state, third.state]).toEqual([conflict, conflict]);
    expect(findDraft(ADA.id, ID)?.design).toEqual(withCrop(0.2));
  });

  it('in another tab of this browser is also a conflict, and the draft of this page stays', async () => {
    const other = await DesignPage.open();
    const page = await DesignPage.open();
    other.change(0.3);
    await pass(1_000);
    page.change(0.2);
    await pass(1_000);
    other.change(0.4);
    await pass(1_000);

    expect([other.state.status, page.state.status]).toEqual(['saved', 'conflict']);
    expect(findDraft(ADA.id, ID)?.design).toEqual(withCrop(0.2));
  });
});

describe('what this browser has sent is no conflict', () => {
  it('after a lost response, and later changes', async () => {
    replies = [loseResponse];
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    page.change(0.2);
    await pass(4_000);

    expect([server.design, server.version, page.state]).toEqual([withCrop(0.2), 5, { status: 'saved' }]);
  });

  it.each([
    ['the next visit', async () => (await DesignPage.open()).state],
    ['another page', () => void sendFromNewPage()],
  ])('after the tab was closed during a save with later changes, at %s', async (_, visit) => {
    replies = [saveForever];
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    page.change(0.2);
    vi.clearAllTimers(); // The tab is closed.
    await visit();
    await pass(1_000);

    expect([server.design, server.version, listEntries(ADA.id)]).toEqual([withCrop(0.2), 5, []]);
  });

  it('when another page has sent the draft of a tab that goes on', async () => {
    const page = await DesignPage.open();
    page.change(0.1);
    await sendFromNewPage();
    await pass(0);
    expect(server.version).toBe(4);
    page.change(0.2);
    await pass(2_000);

    expect([server.design, page.state]).toEqual([withCrop(0.2), { status: 'saved' }]);
  });

  it('when the page is left during a save: the request names the revision that follows', async () => {
    replies = [saveForever];
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    page.change(0.2);
    page.outbox.leave();
    await pass(0);

    expect([server.design, server.version]).toEqual([withCrop(0.2), 5]);
  });
});

function retryAfter(seconds: number): Reply<never> {
  const reply = refusal('too_many_requests');
  reply.headers.set('retry-after', String(seconds));
  return reply;
}

/** Sends what is unsent as another page of the browser does when it opens. */
async function sendFromNewPage() {
  const other = new Outbox();
  await Promise.all(listEntries(ADA.id).map(({ key }) => other.send(key)));
}
