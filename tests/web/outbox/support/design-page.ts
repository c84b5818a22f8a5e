import { onTestFinished, vi } from 'vitest';
import type { Design } from '#contract/design/design.ts';
import { readThumbnail } from '../../../../web/src/api/read-thumbnails.ts';
import {
  designKey,
  findDraft,
  markDesign,
  toStoredDesign,
  saveRequest,
} from '../../../../web/src/outbox/designs.ts';
import { Outbox } from '../../../../web/src/outbox/outbox.ts';
import type { Prepare } from '../../../../web/src/outbox/task.ts';
import { DESIGN, ID } from '../../finish/support/finish-page.ts';
import { ADA } from '../../support/site.tsx';

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

  /** Opens the page as the finish page does: it continues with the draft of an earlier visit. */
  static async open(userId = ADA.id): Promise<DesignPage> {
    const outbox = new Outbox();
    const found = findDraft(userId, ID)?.entry;
    const draft = found && outbox.take(found);
    const page = new DesignPage(outbox, draft?.key ?? designKey(ID, crypto.randomUUID()), userId);
    void outbox.open(page.key, toStoredDesign(await readThumbnail(ID)), draft);
    await pass(0);
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
