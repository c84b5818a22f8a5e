import { LIMITS } from '../../../contract/limits.ts';
import { isNotFound } from '../api/errors.ts';
import { listThumbnails } from '../api/list-thumbnails.ts';
import { readThumbnail } from '../api/read-thumbnail.ts';
import type { History, HistoryEntry } from './history.ts';

/** The stored history with addresses that work now; on a browser without one, the newest thumbnails of the account. */
export async function freshHistory(stored: History, signal: AbortSignal): Promise<History> {
  if (stored.length === 0) {
    const newest = await listThumbnails(LIMITS.historyLength, signal);
    return newest.map(({ id, url }) => ({ id, url })).reverse();
  }
  const entries = await Promise.all(
    stored.map((entry) =>
      freshEntry(entry, signal).catch(() => {
        signal.throwIfAborted();
        return entry; // The server could not be asked: the old address may still be good.
      }),
    ),
  );
  return entries.filter((entry) => entry !== undefined);
}

/** Undefined when the server does not know the thumbnail for this user. */
export async function freshEntry(
  { id }: HistoryEntry,
  signal?: AbortSignal,
): Promise<HistoryEntry | undefined> {
  try {
    const { url } = await readThumbnail(id, signal);
    return url === undefined ? undefined : { id, url };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
