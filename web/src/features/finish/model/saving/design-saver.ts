import type { Design } from '../../../../../../contract/design.ts';
import { isSameDesign } from '../../../../../../contract/same-design.ts';
import { explain } from '../../../../api/error-sentences.ts';
import { ApiError, ConnectionError, hasCode, UnexpectedResponseError } from '../../../../api/errors.ts';
import { isOffline } from '../../../../lib/online.ts';
import { keepDraft, removeDraft, type DesignDraft } from './design-drafts.ts';

const DEBOUNCE_MS = 1_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

export interface StoredDesign {
  design: Design;
  /** 0 when the server has no design yet. */
  version: number;
}

export type SaveState =
  | { status: 'saved' }
  | { status: 'saving' }
  /** The server could not be reached. It is tried again. */
  | { status: 'retrying'; isOffline: boolean }
  /** Another page or device has saved a design. Nothing is saved until the creator has chosen one. */
  | { status: 'conflict'; theirs: StoredDesign }
  /** The server refused the design. */
  | { status: 'refused'; reason: string };

interface DesignSaverOptions {
  userId: string;
  thumbnailId: string;
  /** What the server has. */
  stored: StoredDesign;
  /** @returns the new version */
  save: (design: Design, options: { version: number; keepalive: boolean }) => Promise<number>;
  readStored: () => Promise<StoredDesign>;
}

/**
 * Saves a design while it is being edited: a second after the last change, one request at a time. Until the server has
 * a change, the browser keeps it as a draft, which survives a reload and being offline.
 */
export class DesignSaver {
  readonly #options: DesignSaverOptions;
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { status: 'saved' };
  #stored: StoredDesign;
  #current: Design;
  /** The designs of the requests since the last response with a version: each of them may have been stored. */
  #sent: Design[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  #isStopped = false;
  #failures = 0;
  /** The server refuses saves before this time, in ms since the epoch. */
  #refusedUntil = 0;
  #isDraftKept = true;
  /** Each page has a draft of its own: a conflict has two. */
  #draftId = crypto.randomUUID() as string;

  constructor(options: DesignSaverOptions) {
    this.#options = options;
    this.#stored = options.stored;
    this.#current = options.stored.design;
  }

  readonly getState = (): SaveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether leaving the page now would lose changes: the server does not have them, and the browser cannot keep them. */
  get wouldLoseChanges(): boolean {
    return !this.#isDraftKept && !this.#isSaved();
  }

  update(design: Design): void {
    if (design === this.#current) return;
    this.#current = design;
    if (!this.#isSaving && this.#isSaved()) {
      this.#finish();
      return;
    }
    this.#keepDraft();
    if (this.#state.status === 'conflict') return;
    if (this.#state.status !== 'retrying') this.#setState({ status: 'saving' });
    this.#schedule(DEBOUNCE_MS);
  }

  /** @param draft of an earlier visit, which is saved unless the server has a newer version */
  start(draft: DesignDraft | undefined): void {
    this.#isStopped = false;
    if (!draft) return;
    this.#draftId = draft.id;
    const theirs = this.#stored;
    this.#current = draft.design;
    if (draft.version === theirs.version || this.#isSaved()) {
      this.#schedule(0);
    } else {
      // The draft keeps the version that it was made from, so that a reload asks again.
      this.#stored = { ...theirs, version: draft.version };
      this.#setState({ status: 'conflict', theirs });
    }
  }

  /** Saves now what is not saved: the page is hidden or left, or the connection has returned. */
  flush({ keepalive = false } = {}): void {
    if (this.#state.status === 'conflict' || this.#isSaved()) return;
    void this.#save(keepalive);
  }

  /** Ends a conflict: the creator's own version replaces the other one. */
  keepMine(): void {
    if (this.#state.status !== 'conflict') return;
    this.#stored = this.#state.theirs;
    this.#setState({ status: 'saving' });
    this.#schedule(0);
  }

  /** Ends a conflict: the other version stays. @returns it, or undefined without a conflict */
  takeTheirs(): Design | undefined {
    if (this.#state.status !== 'conflict') return undefined;
    this.#stored = this.#state.theirs;
    this.#current = this.#stored.design;
    this.#sent = [];
    this.#finish();
    return this.#current;
  }

  /** Ends the retries. A request in progress continues. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** What was sent without a response may be stored instead. */
  #isSaved(): boolean {
    return this.#sent.length === 0 && isSameDesign(this.#current, this.#stored.design);
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const delay = Math.max(milliseconds, this.#refusedUntil - Date.now());
    this.#timer = setTimeout(() => void this.#save(false), delay);
  }

  async #save(keepalive: boolean): Promise<void> {
    if (this.#isSaving) return;
    clearTimeout(this.#timer);
    if (this.#isSaved()) {
      this.#finish();
      return;
    }
    const design = this.#current;
    this.#sent.push(design);
    this.#isSaving = true;
    this.#setState({ status: 'saving' });
    try {
      const version = await this.#options.save(design, { version: this.#stored.version, keepalive });
      this.#stored = { design, version };
      this.#afterSave();
    } catch (error) {
      await this.#handle(error);
    }
    this.#isSaving = false;
  }

  /** Changes that were made during the request follow in the next one. */
  #afterSave(): void {
    this.#failures = 0;
    this.#sent = [];
    if (this.#isSaved()) {
      this.#finish();
    } else {
      this.#keepDraft();
      this.#schedule(DEBOUNCE_MS);
    }
  }

  async #handle(error: unknown): Promise<void> {
    if (hasCode(error, 'design_changed')) {
      await this.#compareWithStored();
    } else if (isTemporary(error)) {
      if (error instanceof ApiError) this.#refusedUntil = Date.now() + error.retryAfterSeconds * 1_000;
      this.#retryLater();
    } else {
      this.#setState({ status: 'refused', reason: explain(error) });
    }
  }

  /** The other version may be this page's own, saved by a request whose response was lost, before later changes. */
  async #compareWithStored(): Promise<void> {
    try {
      const theirs = await this.#options.readStored();
      if (this.#sent.some((own) => isSameDesign(theirs.design, own))) {
        this.#stored = theirs;
        this.#afterSave();
      } else {
        this.#setState({ status: 'conflict', theirs });
      }
    } catch {
      this.#retryLater();
    }
  }

  #retryLater(): void {
    this.#setState({ status: 'retrying', isOffline: isOffline() });
    this.#schedule(Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS));
    this.#failures += 1;
  }

  #keepDraft(): void {
    const { userId, thumbnailId } = this.#options;
    const { version } = this.#stored;
    const draft = { id: this.#draftId, userId, thumbnailId, design: this.#current, version };
    this.#isDraftKept = keepDraft(draft);
  }

  #finish(): void {
    clearTimeout(this.#timer);
    removeDraft(this.#draftId);
    this.#setState({ status: 'saved' });
  }

  #setState(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The same request may succeed later. After the end of a session it does so with the next sign-in. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof UnexpectedResponseError ||
  hasCode(error, 'too_many_requests', 'unauthorized', 'internal');
