import { onTestFinished, vi } from 'vitest';
import type { Design } from '#contract/design/design.ts';
import { loadErrorReader } from '../../../../web/src/api/load-error-reader.ts';
import { readThumbnail } from '../../../../web/src/api/read-thumbnails.ts';
import {
  designKey,
  findDraft,
  markDesign,
  toStoredDesign,
  saveRequest,
} from '../../../../web/src/outbox/designs.ts';
import { loadDelivery, Outbox } from '../../../../web/src/outbox/outbox.ts';
import type { Prepare } from '../../../../web/src/outbox/task.ts';
import { DesignServer } from '../../finish/support/design-server.ts';
import { DESIGN, ID } from '../../finish/support/finish-page.ts';
import { ADA, fakeApi, signIn, type SiteHandlers } from '../../support/site.tsx';

export const withCrop = (crop: number): Design => ({ ...DESIGN, crop });

/** A page that edits the design of a thumbnail, without its components. */
export class DesignPage {
  readonly outbox: Outbox;
  readonly key: string;
  readonly #userId: string;

  private constructor(outbox: Outbox, key: string, userId: string) {
    this.outbox = outbox;
    this.key = key;
    this.#userId = userId;
  }

  /**
   * Opens the page as the finish page does: it continues with the draft of an earlier visit.
   * @param prepare completes the draft
   */
  static async open(userId = ADA.id, prepare?: Prepare): Promise<DesignPage> {
    const outbox = new Outbox();
    const found = findDraft(userId, ID)?.entry;
    const draft = found && outbox.take(found);
    const page = new DesignPage(outbox, draft?.key ?? designKey(ID, crypto.randomUUID()), userId);
    void outbox.open(page.key, toStoredDesign(await readThumbnail(ID)), draft, prepare);
    await pass(0);
    return page;
  }

  /** Opens a page whose change is a conflict: another page has saved its own design first. */
  static async openWithConflict(): Promise<DesignPage> {
    const elsewhere = await DesignPage.open();
    const page = await DesignPage.open();
    elsewhere.change(0.9);
    await pass(2_000);
    page.change(0.2);
    await pass(2_000);
    return page;
  }

  /** Changes the design. */
  change(crop: number, prepare?: Prepare): void {
    const design = withCrop(crop);
    this.outbox.put({
      key: this.key,
      userId: this.#userId,
      request: saveRequest(ID, design),
      mark: markDesign(design),
      delay: 1_000,
      ...(prepare && { prepare }),
    });
  }

  get state() {
    return this.outbox.getState(this.key);
  }
}

/** Replaces the clock. Its timers end with the page that `vi.clearAllTimers` kills. */
export function stubClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.clearAllTimers());
}

export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

type Save = NonNullable<SiteHandlers['saveDesign']>;

/**
 * Prepares the clock, a user and a server with a design.
 * @param around creates the handler of the saves from the handler of the server, e.g. to lose them
 * @returns the server and its calls
 */
export async function serveDesign(around: (save: DesignServer['saveDesign']) => Save) {
  await Promise.all([loadErrorReader(), loadDelivery()]);
  stubClock();
  const server = new DesignServer();
  server.design = withCrop(0.5);
  const calls = fakeApi({
    readThumbnail: server.readThumbnail,
    saveDesign: around((call) => server.saveDesign(call)),
  });
  signIn();
  return { server, calls };
}
