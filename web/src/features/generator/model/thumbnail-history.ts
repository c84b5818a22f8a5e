import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import { isReferenceKind } from '../../../api/thumbnails.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { readJson, STORAGE_KEYS, writeItem } from '../../../lib/browser-storage.ts';
import { isObjectOf, isString } from '../../../lib/guards.ts';

/** The last thumbnails of a user, the oldest first. */
export type History = readonly Thumbnail[];

// Each stored entry contains its owner, so that another user of the same browser never sees it.
type StoredEntry = Thumbnail & { userId: string };

/**
 * Entries that exist only as long as the page: entries with a blob URL, which ends with the page. If storage is turned off or full,
 * the complete history.
 */
let inMemory: { entries: readonly StoredEntry[]; isComplete: boolean } = { entries: [], isComplete: false };

/** Appends a thumbnail. Above the limit the oldest one is dropped. */
export function appendThumbnail(history: History, thumbnail: Thumbnail): History {
  return [...history.filter(({ id }) => id !== thumbnail.id), thumbnail].slice(
    -GENERATOR_LIMITS.historyLength,
  );
}

/** Updates a thumbnail. If `current` is undefined, the thumbnail no longer exists and is removed. */
export function replaceThumbnail(
  history: History,
  id: string,
  current: (Pick<Thumbnail, 'url'> & Partial<Thumbnail>) | undefined,
): History {
  if (current === undefined) return history.filter((entry) => entry.id !== id);
  return history.map((entry) => (entry.id === id ? { ...entry, ...current } : entry));
}

/** Returns the thumbnails that new thumbnails replace, the oldest first. */
export function findReplaced(history: History, added: number): History {
  return history.slice(0, Math.max(0, history.length + added - GENERATOR_LIMITS.historyLength));
}

/** Skips entries that belong to another user. */
export function loadHistory(userId: string): History {
  return [...(inMemory.isComplete ? [] : readEntries()), ...inMemory.entries]
    .filter((entry) => entry.userId === userId)
    .map(({ id, url, previewURL, isFinished, name, prompt, negativePrompt, model, reference, setId }) => ({
      id,
      url,
      ...(typeof previewURL === 'string' && { previewURL }),
      ...(typeof isFinished === 'boolean' && { isFinished }),
      ...(typeof name === 'string' && { name }),
      ...(typeof prompt === 'string' && { prompt }),
      ...(typeof negativePrompt === 'string' && { negativePrompt }),
      ...(typeof model === 'string' && { model }),
      ...(isReferenceKind(reference) && { reference }),
      ...(typeof setId === 'string' && { setId }),
    }))
    .slice(-GENERATOR_LIMITS.historyLength);
}

/** Changes the stored history, which another tab may have changed meanwhile. @returns the changed history. */
export function updateHistory(userId: string, change: (history: History) => History): History {
  const history = change(loadHistory(userId));
  const entries = history.map((thumbnail) => ({ ...thumbnail, userId }));
  const isSaved = writeItem(STORAGE_KEYS.history, JSON.stringify(entries.filter((entry) => !isBlob(entry))));
  inMemory = { entries: isSaved ? entries.filter(isBlob) : entries, isComplete: !isSaved };
  return history;
}

/** Calls back when another tab changes the history. */
export function observeHistory(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEYS.history || key === null) onChange();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Skips entries that are damaged, or whose URL is a blob of an earlier page. */
function readEntries(): StoredEntry[] {
  const entries = readJson(STORAGE_KEYS.history, Array.isArray)?.filter(isStoredEntry) ?? [];
  return entries.filter((entry) => !isBlob(entry));
}

const isOwned = isObjectOf<Pick<StoredEntry, 'id' | 'url' | 'userId'>>({
  id: isString,
  url: isString,
  userId: isString,
});

const isStoredEntry = (value: unknown): value is StoredEntry => isOwned(value) && value.id !== '';

const isBlob = ({ url }: Thumbnail) => url.startsWith('blob:');
