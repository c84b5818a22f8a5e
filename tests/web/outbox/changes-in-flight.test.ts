import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DesignServer } from '../finish/support/design-server.ts';
import { lostConnection } from '../support/fake-api.ts';
import { DesignPage, pass, serveDesign, withCrop } from './support/design-page.ts';

let server: DesignServer;
let isOffline: boolean;
let hold: Promise<void> | undefined;

beforeEach(async () => {
  isOffline = false;
  hold = undefined;
  ({ server } = await serveDesign((save) => async (call) => {
    if (isOffline) return lostConnection();
    const reply = save(call);
    if (hold) await hold;
    return reply;
  }));
});

/** Holds the responses to the next saves. */
function holdReplies() {
  let release = (): void => undefined;
  hold = new Promise((resolve) => {
    release = resolve;
  });
  return () => release();
}

describe('a change during a save that is in flight, and a second tab that opens then', () => {
  async function typeDuringSave(isLater = false) {
    const first = await DesignPage.open();
    const release = holdReplies();
    first.change(0.1);
    await pass(1_100); // in flight
    first.change(0.2);
    isOffline = isLater;
    const second = await DesignPage.open(); // takes the draft with 0.2
    hold = undefined;
    return { first, second, release };
  }

  it('is no conflict in the first tab with its own words', async () => {
    const { first, second, release } = await typeDuringSave();
    release();
    await pass(10_000);
    expect(server.design).toEqual(withCrop(0.2));
    expect([first.state.status, second.state.status]).toEqual(['saved', 'saved']);
    first.change(0.3);
    await pass(10_000);
    expect([first.state.status, server.design]).toEqual(['saved', withCrop(0.3)]);
  });

  it('does not say Saved in the first tab before the server has the change', async () => {
    const { first, release } = await typeDuringSave(true);
    release();
    await pass(100);
    expect(server.design).toEqual(withCrop(0.1));
    expect(first.state.status).not.toBe('saved');
    await pass(30_000);
    expect(first.state.status).not.toBe('saved');
  });

  it('is no conflict with the next change of the first tab if the second tab is closed while it sends the change', async () => {
    const first = await DesignPage.open();
    const release = holdReplies();
    first.change(0.1);
    await pass(1_100);
    first.change(0.2);
    hold = new Promise(() => undefined);
    await DesignPage.open();
    expect(server.design).toEqual(withCrop(0.2));
    hold = undefined;
    release();
    await pass(100);
    first.change(0.3);
    vi.clearAllTimers(); // The tabs are closed.
    const later = await DesignPage.open();
    await pass(1_000);

    expect([later.state, server.design]).toEqual([{ status: 'saved' }, withCrop(0.3)]);
  });

  it('does not say Saved in a tab whose change was refused and then taken by another tab', async () => {
    const first = await DesignPage.open();
    first.change(0.1);
    await DesignPage.open(); // saves the draft
    expect(server.design).toEqual(withCrop(0.1));
    first.change(0.2);
    const release = holdReplies();
    await pass(1_100); // The server has refused the revision.
    isOffline = true;
    await DesignPage.open();
    release();
    await pass(100);

    expect(server.design).toEqual(withCrop(0.1));
    expect(first.state.status).not.toBe('saved');
    isOffline = false;
    await pass(60_000);
    expect([first.state, server.design]).toEqual([{ status: 'saved' }, withCrop(0.2)]);
  });
});
