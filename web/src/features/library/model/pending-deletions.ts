import { describeDeletionFailure } from '../../../api/page-error-sentences.ts';
import { isNotFound } from '../../../api/errors.ts';
import { deleteThumbnail } from '../../../api/thumbnails.ts';
import { STORAGE_KEYS, userValue } from '../../../lib/browser-storage.ts';
import { isListOf, isObjectOf, isString } from '../../../lib/guards.ts';
import { loadCognito } from '../../../session/load-cognito.ts';
import { notify } from '../../../ui/notify.ts';

/** Requests at once, except when the page is left. */
const WORKERS = 4;

interface StoredDeletions {
  userId: string;
  ids: string[];
}

/** Deletions that were requested while the page was left. The next page of the tab requests them again. */
const storedDeletions = userValue(
  STORAGE_KEYS.deletions,
  isObjectOf<StoredDeletions>({ userId: isString, ids: isListOf(isString) }),
);

/**
 * Thumbnails that the user has deleted. They disappear at once, and are deleted on the server when the time to undo is
 * over or the page is left.
 */
class PendingDeletions {
  #hidden: ReadonlySet<string> = new Set();
  #userId = '';
  /** Can still be undone. */
  #undoable: string[] = [];
  #queue: string[] = [];
  #token: string | undefined;
  readonly #listeners = new Set<() => void>();

  /** Deleted thumbnails, on the server or only on the page. */
  readonly getHidden = (): ReadonlySet<string> => this.#hidden;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hides thumbnails until `undo` or `flush`. Earlier ones are deleted now. */
  add(userId: string, ids: readonly string[]): void {
    this.flush();
    this.#userId = userId;
    this.#undoable = [...ids];
    this.#hide(ids);
    // Known in advance for a sign-out, and for a page that is left.
    void readToken().then((token) => (this.#token = token));
  }

  undo(): void {
    this.#show(this.#undoable);
    this.#undoable = [];
  }

  flush({ isLeaving = false } = {}): void {
    this.#queue.push(...this.#undoable);
    this.#undoable = [];
    if (this.#queue.length > 0) void this.#deleteQueued(isLeaving);
  }

  /** The browser discards the page: sends all requests at once, and remembers them. */
  flushBeforeUnload(): void {
    const ids = [...this.#queue, ...this.#undoable];
    if (ids.length === 0) return;
    storedDeletions.save({ userId: this.#userId, ids });
    this.flush({ isLeaving: true });
  }

  /** Repeats the deletions of the tab's last page, which may be running, may have failed or may be done. */
  resume(userId: string): void {
    const stored = storedDeletions.load(userId);
    if (stored === undefined) return;
    storedDeletions.remove();
    this.#hide(stored.ids);
    this.#queue.push(...stored.ids);
    void this.#deleteQueued();
  }

  async #deleteQueued(isLeaving = false): Promise<void> {
    const failures: { id: string; error: unknown }[] = [];
    const work = async () => {
      for (let id = this.#queue.shift(); id !== undefined; id = this.#queue.shift()) {
        try {
          // A token that was read before the time to undo may have expired.
          const token = isLeaving ? this.#token : ((await readToken()) ?? this.#token);
          await deleteThumbnail(id, token);
        } catch (error) {
          if (!isNotFound(error)) failures.push({ id, error });
        }
      }
    };
    await Promise.all(Array.from({ length: isLeaving ? this.#queue.length : WORKERS }, work));
    if (failures.length === 0) return;
    this.#show(failures.map(({ id }) => id));
    const what = failures.length === 1 ? 'A thumbnail' : `${failures.length} thumbnails`;
    const message = describeDeletionFailure(what, failures[0]?.error);
    if (message !== undefined) notify.error(message);
  }

  #hide(ids: readonly string[]): void {
    this.#setHidden([...this.#hidden, ...ids]);
  }

  #show(ids: readonly string[]): void {
    this.#setHidden([...this.#hidden].filter((id) => !ids.includes(id)));
  }

  #setHidden(ids: readonly string[]): void {
    this.#hidden = new Set(ids);
    for (const listener of this.#listeners) listener();
  }
}

export const pendingDeletions = new PendingDeletions();

/** Undefined when it cannot be read now: the request reads it again. */
async function readToken(): Promise<string | undefined> {
  try {
    const { readIdToken } = await loadCognito();
    return await readIdToken();
  } catch {
    return undefined;
  }
}
