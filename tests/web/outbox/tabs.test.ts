import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findDraft } from '../../../web/src/outbox/designs.ts';
import { listEntries, updateEntry } from '../../../web/src/outbox/entries.ts';
import { Outbox } from '../../../web/src/outbox/outbox.ts';
import type { DesignServer } from '../finish/support/design-server.ts';
import { ID } from '../finish/support/finish-page.ts';
import { lostConnection, type FakeCall } from '../support/fake-api.ts';
import { ADA } from '../support/site.tsx';
import { DesignPage, pass, serveDesign, withCrop } from './support/design-page.ts';

let server: DesignServer;
let calls: FakeCall[];
let isOffline: boolean;

const saves = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const crops = () =>
  listEntries(ADA.id).map(({ request }) =>
    request.name === 'saveDesign' ? request.input.body.design.crop : 0,
  );

beforeEach(async () => {
  isOffline = false;
  ({ server, calls } = await serveDesign((save) => (call) => (isOffline ? lostConnection() : save(call))));
});

describe('a tab that opens while another tab has an unsent change', () => {
  /** The creator duplicates the tab within a second after a change. */
  async function openTwoTabs() {
    const first = await DesignPage.open();
    first.change(0.1);
    return { first, second: await DesignPage.open() };
  }

  it('shows the change as saved, like the other tab', async () => {
    const { first, second } = await openTwoTabs();
    await pass(5_000);

    expect([first.state, second.state]).toEqual([{ status: 'saved' }, { status: 'saved' }]);
    expect([server.design, server.version, listEntries(ADA.id)]).toEqual([withCrop(0.1), 4, []]);
  });

  it('asks about a conflict if both are changed within a second', async () => {
    const { first, second } = await openTwoTabs();
    await pass(5_000);
    first.change(0.3);
    await pass(500);
    second.change(0.7);
    await pass(60_000);

    expect([first.state.status, second.state.status]).toEqual(['saved', 'conflict']);
    expect([server.design, crops()]).toEqual([withCrop(0.3), [0.7]]);
  });

  it('asks about a conflict if both are changed without a connection', async () => {
    const { first, second } = await openTwoTabs();
    await pass(5_000);
    isOffline = true;
    first.change(0.3);
    await pass(1_500);
    second.change(0.7);
    await pass(5_000);
    expect(crops()).toEqual([0.3, 0.7]);
    isOffline = false;
    await pass(120_000);

    expect(new Set([first.state.status, second.state.status])).toEqual(new Set(['saved', 'conflict']));
    expect(new Set([server.design.crop, ...crops()])).toEqual(new Set([0.3, 0.7]));
  });

  it('does not stop the other tab from saving its next change', async () => {
    const { first } = await openTwoTabs();
    first.change(0.2);
    await pass(5_000);

    expect([server.design, first.state]).toEqual([withCrop(0.2), { status: 'saved' }]);
  });

  it('leaves the draft to a third tab, and still saves its next change', async () => {
    isOffline = true;
    const { second } = await openTwoTabs();
    vi.clearAllTimers(); // The first tab is closed, and the second tab waits for its connection.
    const third = await DesignPage.open();
    isOffline = false;
    await pass(60_000);
    second.change(0.4);
    await pass(2_000);

    expect([server.design, second.state, third.state]).toEqual([
      withCrop(0.4),
      { status: 'saved' },
      { status: 'saved' },
    ]);
  });
});

describe('a draft that a tab takes', () => {
  async function leaveDraft() {
    isOffline = true;
    const page = await DesignPage.open();
    page.change(0.1);
    await pass(1_000);
    vi.clearAllTimers(); // The tab is closed.
    isOffline = false;
    calls.length = 0;
    const draft = findDraft(ADA.id, ID)?.entry;
    if (!draft) throw new Error('There is no draft');
    return draft;
  }

  it('is sent once if the page does not open, also if the start of the site has tried to send it', async () => {
    const draft = await leaveDraft();
    const outbox = new Outbox();
    isOffline = true;
    await outbox.send(draft.key);
    isOffline = false;
    calls.length = 0;
    outbox.take(draft);
    await pass(60_000);

    expect([saves(), listEntries(ADA.id)]).toEqual([[{ design: withCrop(0.1), version: 3 }], []]);
  });

  it('is saved once if a crash has left both entries', async () => {
    const draft = await leaveDraft();
    new Outbox().take(draft);
    vi.clearAllTimers();
    updateEntry(draft);
    const other = new Outbox();
    await Promise.all(listEntries(ADA.id).map(({ key }) => other.send(key)));
    const page = await DesignPage.open();
    await pass(60_000);

    expect([server.version, page.state, listEntries(ADA.id)]).toEqual([4, { status: 'saved' }, []]);
  });

  it('leaves a later design of the other tab', async () => {
    const draft = await leaveDraft();
    updateEntry({ ...draft, mark: 'later' });
    new Outbox().take(draft);

    expect(listEntries(ADA.id)).toHaveLength(2);
  });

  /** A tab has an unsent change, whose draft another tab takes without opening the page, e.g. because it cannot read the thumbnail. */
  async function takeWithoutPage() {
    const page = await DesignPage.open();
    page.change(0.1);
    const draft = findDraft(ADA.id, ID)?.entry;
    if (!draft) throw new Error('There is no draft');
    new Outbox().take(draft);
    return page;
  }

  it('is not put again by a page that does not open while the other tab goes on', async () => {
    const page = await takeWithoutPage();
    await pass(1_000);
    page.change(0.2);
    await pass(60_000);

    expect([server.design, page.state, listEntries(ADA.id)]).toEqual([
      withCrop(0.2),
      { status: 'saved' },
      [],
    ]);
  });

  it('is gone when the other tab has saved its next change', async () => {
    const page = await takeWithoutPage();
    page.change(0.2);
    await pass(5_000);

    expect([server.design, page.state, listEntries(ADA.id)]).toEqual([
      withCrop(0.2),
      { status: 'saved' },
      [],
    ]);
  });

  it('is no conflict for its next change if the other tab sends the draft first', async () => {
    const first = await DesignPage.open();
    first.change(0.1);
    const second = await DesignPage.open(ADA.id, () => new Promise<never>(() => undefined));
    second.change(0.2);
    await pass(5_000);
    expect(server.design).toEqual(withCrop(0.1));
    vi.clearAllTimers(); // Both tabs are closed.
    const later = await DesignPage.open();
    await pass(5_000);

    expect([server.design, later.state, listEntries(ADA.id)]).toEqual([
      withCrop(0.2),
      { status: 'saved' },
      [],
    ]);
  });

  it('keeps its key on the page that has put it', async () => {
    const page = await DesignPage.open();
    page.change(0.1);
    const draft = findDraft(ADA.id, ID)?.entry;

    expect(draft && page.outbox.take(draft)).toEqual(draft);
  });
});

describe('two tabs that show the same conflict', () => {
  /** The creator opens the thumbnail again, to look at it. */
  async function openTwoConflicts() {
    const first = await DesignPage.openWithConflict();
    const second = await DesignPage.open();
    expect([first.state.status, second.state.status]).toEqual(['conflict', 'conflict']);
    return { first, second };
  }

  it('keep this version in one tab after the other tab has taken the other version', async () => {
    const { first, second } = await openTwoConflicts();
    second.outbox.resolve(second.key, 'theirs');
    first.outbox.resolve(first.key, 'mine');
    await pass(0);

    expect([server.design, first.state, listEntries(ADA.id)]).toEqual([
      withCrop(0.2),
      { status: 'saved' },
      [],
    ]);
  });

  it('keep this version in the later tab after the earlier tab has taken the other version', async () => {
    const { first, second } = await openTwoConflicts();
    first.outbox.resolve(first.key, 'theirs');
    second.outbox.resolve(second.key, 'mine');
    await pass(0);

    expect([server.design, second.state]).toEqual([withCrop(0.2), { status: 'saved' }]);
  });

  it('keep this version in a tab whose draft a third tab has taken', async () => {
    const { second } = await openTwoConflicts();
    const third = await DesignPage.open();
    third.outbox.resolve(third.key, 'theirs');
    second.outbox.resolve(second.key, 'mine');
    await pass(0);

    expect([server.design, second.state]).toEqual([withCrop(0.2), { status: 'saved' }]);
  });
});
