import { LIMITS } from '../../../contract/limits.ts';
import type { History, HistoryEntry } from './history.ts';

const KEY = 'thumbnailHistory';

// Each stored entry names its owner, so that another user of the same browser never sees it.
type StoredEntry = HistoryEntry & { userId: string };

/** What is stored for this user. Entries that are damaged, another's, or point at a blob of an earlier page are left out. */
export function loadHistory(userId: string): History {
  const entries = readEntries().filter((entry) => entry.userId === userId && isLasting(entry));
  return entries.map(({ id, url }) => ({ id, url })).slice(-LIMITS.historyLength);
}

/** Whether it could be stored: otherwise the history lives as long as the page. */
export function saveHistory(userId: string, history: History): boolean {
  const entries: StoredEntry[] = history.filter(isLasting).map(({ id, url }) => ({ id, url, userId }));
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
    return true;
  } catch {
    return false; // Storage is switched off or full.
  }
}

/** Tells of each change that another tab makes. */
export function followHistory(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) onChange();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function clearHistory(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is switched off: there is nothing to clear.
  }
}

function readEntries(): StoredEntry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isStoredEntry) : [];
  } catch {
    return [];
  }
}

function isStoredEntry(value: unknown): value is StoredEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, url, userId } = value as Record<keyof StoredEntry, unknown>;
  return typeof id === 'string' && id !== '' && typeof url === 'string' && typeof userId === 'string';
}

function isLasting({ url }: HistoryEntry): boolean {
  return !url.startsWith('blob:');
}
