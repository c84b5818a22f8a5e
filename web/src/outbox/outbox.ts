import type * as Delivery from './deliver.ts';
import { designKey, markDesign, type StoredDesign } from './designs.ts';
import {
  findEntry,
  putEntry,
  removeCopies,
  removeEntries,
  removeEntry,
  updateEntry,
  withSent,
  type Entry,
} from './entries.ts';
import { deletionKey, readVersion, withVersion } from './requests.ts';
import { SAVED, Task, type Prepare, type SendState } from './task.ts';
import { isTextKept } from './unsent-text.ts';

interface NewEntry extends Pick<Entry, 'key' | 'userId' | 'request'> {
  /** @default the same for all contents of the key */
  mark?: string;
  /** The time until the request is sent, in ms. */
  delay: number;
  prepare?: Prepare;
  /** The request waits for another change, or for the sign-out. @default false */
  isHeld?: boolean;
}

/** The reason to send a request at once, before its preparation and later changes. `leaving`: the browser discards the page. */
export type Haste = 'urgent' | 'leaving';

/** A draft that a page has taken is sent after this time if the page does not open, in ms. */
const OPENING_MS = 10_000;

let delivery: typeof Delivery | undefined;

/** Loads the code that sends. A page that also works without a connection loads it when it opens. */
export async function loadDelivery(): Promise<typeof Delivery> {
  delivery ??= await import('./deliver.ts');
  return delivery;
}

/**
 * Sends what the user has changed, from any page, until the server has it: one request at a time for each key. The browser keeps
 * each request before it is sent, so that a reload, a lost connection and the end of a session lose nothing.
 */
export class Outbox {
  readonly #tasks = new Map<string, Task>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (key: string): SendState => this.#tasks.get(key)?.state ?? SAVED;

  /** Keeps a request, and sends it after its delay. It replaces an unsent request with its key. */
  put({ key, userId, request, mark = '', delay, prepare, isHeld = false }: NewEntry): void {
    const task = this.#task(key);
    const isConflict = task.state.status === 'conflict';
    // An entry that is gone was sent by another tab.
    const before = findEntry(key) ?? (task.last && withSent(task.last));
    task.last = {
      key,
      userId,
      request: withVersion(request, before ? readVersion(before.request) : task.stored?.version),
      mark,
      sent: before?.sent ?? [],
      due: Date.now() + delay,
      order: 0, // `putEntry` sets it.
      state: isConflict || isHeld ? 'held' : 'unsent',
    };
    putEntry(task.last);
    // A crash has cut off the time to undo the deletion, and the user goes on with the thumbnail.
    if (request.name !== 'deleteThumbnail') removeEntry(deletionKey(request.input.params.id));
    task.delay = delay;
    task.prepare = prepare && { mark, run: prepare };
    if (task.hurry.signal.aborted) task.hurry = new AbortController();
    if (isConflict || isHeld) return;
    if (task.state.status !== 'retrying') task.setState({ status: 'saving' });
    task.schedule(delay);
    loadDelivery()
      .then(({ readTokenAhead }) => readTokenAhead(userId))
      .catch(() => undefined);
  }

  /**
   * Gives the draft of another page a key of this page, because the other page may still be open: two pages with one key would replace
   * each other's designs. If the other page is open, it puts its draft again, with the marks that it has sent.
   */
  take(draft: Entry): Entry {
    if (this.#tasks.get(draft.key)?.last) return draft;
    // The other page may also send the draft.
    const entry = { ...withSent(draft), key: designKey(draft.request.input.params.id, crypto.randomUUID()) };
    const task = this.#task(entry.key);
    updateEntry(entry); // A crash after this line leaves both entries.
    // The other page may have put a later design, which stays.
    if (findEntry(draft.key)?.mark === draft.mark) this.discard(draft.key);
    updateEntry(entry); // A full storage has no room for both.
    if (entry.state === 'unsent') task.schedule(OPENING_MS);
    return entry;
  }

  /**
   * Says what the server has, and continues with the design of an earlier visit.
   * @param draft what this browser had put before the page read `stored`
   * @returns when the draft was sent, or waits for a connection or a choice of the creator
   */
  open(key: string, stored: StoredDesign, draft?: Entry, prepare?: Prepare): Promise<void> {
    const task = this.#task(key);
    task.hurry = new AbortController();
    task.prepare = draft && prepare && { mark: draft.mark, run: prepare };
    if (!draft) task.stored = { version: stored.version, mark: markDesign(stored.design) };
    const go = async ({ resume }: typeof Delivery) => {
      // The start of the site may be sending the draft. A delivery that runs would not see what `resume` puts.
      while (task.running) await task.running;
      if (draft) resume(task, stored, draft);
      return this.send(key);
    };
    return loadDelivery()
      .then(go)
      .catch(() => task.retryLater());
  }

  /** Sends a request now. A request of its key that is in flight ends first. */
  send(key: string, haste?: Haste): Promise<void> {
    const task = this.#task(key);
    if (task.state.status === 'conflict') return Promise.resolve();
    const isLeaving = haste === 'leaving';
    task.isLeaving ||= isLeaving;
    if (haste) {
      task.delay = 0;
      task.hurry.abort();
    }
    // A page that is being left does not see the end of a request that is in flight.
    if (task.running && !(isLeaving && task.requests > 0)) {
      // Another request has failed, and the end of the request in flight sends nothing then.
      if (task.state.status === 'retrying') task.retryLater();
      return task.running;
    }
    const work = delivery ? delivery.deliver(task) : loadDelivery().then(({ deliver }) => deliver(task));
    const running = work
      .catch(() => task.retryLater()) // The code could not be loaded.
      .finally(() => {
        if (task.running === running) task.running = undefined;
      });
    task.running = running;
    return running;
  }

  /** Sends what this page has put, all at once, because the browser discards the page. */
  leave(): void {
    for (const { key } of this.#tasks.values())
      if (findEntry(key)?.state === 'unsent') void this.send(key, 'leaving');
  }

  /** Waits for the requests that are in flight. @param prefix of their keys */
  async settle(prefix: string): Promise<void> {
    for (const { key, running } of this.#tasks.values()) if (key.startsWith(prefix)) await running;
  }

  /** Ends a conflict: this version replaces the other one, or the other one stays. */
  resolve(key: string, keeps: 'mine' | 'theirs'): void {
    const task = this.#task(key);
    if (task.state.status !== 'conflict') return;
    const { design, version } = task.state.theirs;
    task.setState({ status: 'saving' });
    if (keeps === 'theirs') {
      // A page that was closed with the same question, or with a design that this page has changed since, must not ask again.
      const mine = findEntry(key) ?? task.last;
      if (mine) removeCopies(key, withSent(mine).sent);
      task.end();
    }
    // Another tab has taken the entry, or has ended the conflict with the other version.
    else if (task.last && !findEntry(key)) putEntry(task.last);
    task.confirm(markDesign(design), version);
    void this.send(key);
  }

  /** Returns true if this page has put a request, and no page is known to have sent it. Another tab may have removed its entry. */
  isUnsent(key: string): boolean {
    const entry = findEntry(key);
    return entry ? entry.sent.length === 0 : this.#tasks.get(key)?.last !== undefined;
  }

  /** Removes a request. */
  discard(key: string): void {
    this.#task(key).end();
  }

  /** Removes everything that a user has not sent. */
  forget(userId: string): void {
    for (const task of this.#tasks.values()) task.forget();
    this.#tasks.clear();
    removeEntries(userId);
  }

  #task(key: string): Task {
    const known = this.#tasks.get(key);
    if (known) return known;
    const onChange = () => {
      for (const listener of this.#listeners) listener();
    };
    const task = new Task(key, () => void this.send(key), onChange);
    this.#tasks.set(key, task);
    return task;
  }
}

export const outbox = new Outbox();

addEventListener('pagehide', () => outbox.leave());
addEventListener('beforeunload', (event) => {
  if (!isTextKept()) event.preventDefault();
});
