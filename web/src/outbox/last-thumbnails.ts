import { readJson, STORAGE_KEYS, writeItem } from '../lib/browser-storage.ts';
import { isListOf, isObjectOf, isString } from '../lib/guards.ts';
import { isSignedInAs } from '../session/session-store.ts';

/** A thumbnail in the history of the home page. The other fields of the entry are kept as they are. */
interface Entry {
  id: string;
  userId: string;
}

const isHistory = isListOf(isObjectOf<Entry>({ id: isString, userId: isString }));

/** The entries that this page has removed, by their ids. */
const removed = new Map<string, { entry: Entry; index: number }>();

const write = (history: readonly Entry[]) => writeItem(STORAGE_KEYS.history, JSON.stringify(history));

/** Removes deleted thumbnails from the history, so that the home page does not ask the server for them. */
export function removeFromHistory(ids: readonly string[]): void {
  const history = readJson(STORAGE_KEYS.history, isHistory) ?? [];
  const kept = history.filter(({ id }) => !ids.includes(id));
  if (kept.length === history.length) return;
  for (const [index, entry] of history.entries()) {
    if (ids.includes(entry.id)) removed.set(entry.id, { entry, index });
  }
  write(kept);
}

/** Returns thumbnails that are not deleted after all to their places. After a sign-out the history stays empty. */
export function returnToHistory(ids: readonly string[]): void {
  const returned = ids
    .flatMap((id) => removed.get(id) ?? [])
    .filter(({ entry }) => isSignedInAs(entry.userId))
    .toSorted((a, b) => a.index - b.index);
  for (const id of ids) removed.delete(id);
  if (returned.length === 0) return;
  const history = [...(readJson(STORAGE_KEYS.history, isHistory) ?? [])];
  for (const { entry, index } of returned) history.splice(index, 0, entry);
  write(history);
}
