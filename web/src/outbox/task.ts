import { isOffline } from '../lib/online.ts';
import type { StoredDesign } from './designs.ts';
import { findEntry, removeCopies, removeEntry, updateEntry, withSent, type Entry } from './entries.ts';
import { withVersion, type OutboxRequest } from './requests.ts';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

export type SendState =
  | { status: 'saved' }
  | { status: 'saving' }
  /** The server could not be reached. It is tried again. */
  | { status: 'retrying'; isOffline: boolean }
  /** Another page or device has saved a design. Nothing is sent until the creator has chosen one. */
  | { status: 'conflict'; theirs: StoredDesign }
  /** The server refused the request. */
  | { status: 'refused'; error: unknown };

export const SAVED: SendState = { status: 'saved' };

/** Completes a request before it is sent. The signal aborts when the request must not wait any longer. */
export type Prepare = (hurry: AbortSignal) => Promise<OutboxRequest>;

/** The state of the requests of one key on this page. The entry itself is in the storage, which all tabs share. */
export class Task {
  readonly key: string;
  readonly #send: () => void;
  readonly #onChange: () => void;
  state = SAVED;
  /** The pause after a change before it is sent, in ms. */
  delay = 0;
  prepare: { mark: string; run: Prepare } | undefined;
  hurry = new AbortController();
  isLeaving = false;
  running: Promise<void> | undefined;
  /** The requests in flight. */
  requests = 0;
  /** The greatest revision that a page being left has named before the server had it. */
  ahead = 0;
  /** The mark of the content that was sent last. */
  sending: string | undefined;
  /** The server refuses the request before this time, in ms since the epoch. */
  refusedUntil = 0;
  /** The last entry that this page has put or shown, until the server has confirmed it to this page. */
  last: Entry | undefined;
  /** The revision and the mark of what the server has. */
  stored: { version: number; mark: string } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(key: string, send: () => void, onChange: () => void) {
    this.key = key;
    this.#send = send;
    this.#onChange = onChange;
  }

  setState(state: SendState): void {
    this.state = state;
    this.#onChange();
  }

  schedule(milliseconds: number): void {
    this.cancel();
    this.#timer = setTimeout(this.#send, Math.max(milliseconds, this.refusedUntil - Date.now()));
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }

  retryLater(): void {
    this.setState({ status: 'retrying', isOffline: isOffline() });
    this.schedule(Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS));
    this.#failures += 1;
  }

  /** Sends nothing more. */
  forget(): void {
    this.cancel();
    this.last = undefined;
  }

  /** Removes the entry: there is nothing to send. */
  end(): void {
    this.forget();
    removeEntry(this.key);
    this.setState(SAVED);
  }

  /** Continues from what the server has: the content with the mark. A later change follows it. */
  confirm(mark: string, version: number | undefined): void {
    if (version !== undefined && version < (this.stored?.version ?? 0)) return; // A late response.
    this.#failures = 0;
    this.stored = version === undefined ? undefined : { version, mark };
    // Another page may have taken the entry with a later change of this page.
    const current = findEntry(this.key) ?? (this.last && withSent(this.last));
    // The drafts of closed pages would ask later about a content that the server has, or that this page has changed since.
    const replaced = current?.sent.filter((each) => each !== current.mark) ?? [];
    removeCopies(this.key, [mark, ...replaced]);
    // A request that has named this revision may replace the content, which undo has restored after that request.
    const isReplaced = version !== undefined && version <= this.ahead && replaced.length > 0;
    if (!current || (current.mark === mark && !isReplaced)) this.end();
    else {
      // The other requests may still arrive, e.g. the last one of a page that was left, which named the next revision.
      const sent = current.sent.filter((each) => each !== mark);
      updateEntry({ ...current, request: withVersion(current.request, version), sent, state: 'unsent' });
    }
  }
}
