import { isNotFound } from '../api/errors.ts';
import { describeDeletionFailure } from '../api/page-error-sentences.ts';
import { readThumbnail } from '../api/read-thumbnails.ts';
import { createStore } from '../lib/store.ts';
import { notify } from '../ui/notify.ts';
import { findEntry, isDue, listEntries, MAX_DELAY_MS } from './entries.ts';
import { removeFromHistory, returnToHistory } from './last-thumbnails.ts';
import { outbox } from './outbox.ts';
import { deletionKey } from './requests.ts';
import { sendAll } from './send-all.ts';
import type { SendState } from './task.ts';

/** The thumbnails that the user has deleted, on the server or only on the page. */
export const hiddenThumbnails = createStore<ReadonlySet<string>>(() => new Set());

function hide(ids: readonly string[]): void {
  hiddenThumbnails.set(new Set([...hiddenThumbnails.get(), ...ids]));
  removeFromHistory(ids);
}

/** Hides thumbnails until they are shown again, or deleted by `sendDeletions`. */
export function deleteLater(userId: string, ids: readonly string[]): void {
  hide(ids);
  for (const id of ids) {
    // The page sends the deletion when the time to undo is over, or when it is left.
    const request = { name: 'deleteThumbnail', input: { params: { id } } } as const;
    outbox.put({ key: deletionKey(id), userId, request, delay: MAX_DELAY_MS });
  }
}

/** Shows thumbnails again, which are not deleted. */
function show(ids: readonly string[]): void {
  hiddenThumbnails.set(new Set([...hiddenThumbnails.get()].filter((id) => !ids.includes(id))));
  returnToHistory(ids);
  for (const id of ids) outbox.discard(deletionKey(id));
}

/** Sends deletions. A thumbnail that was changed in another tab meanwhile is shown again. */
export function sendDeletions(ids: readonly string[]): Promise<void> {
  const kept = ids.filter((id) => outbox.isUnsent(deletionKey(id)) && !findEntry(deletionKey(id)));
  if (kept.length > 0) {
    show(kept);
    const what = kept.length === 1 ? 'A thumbnail was' : `${kept.length} thumbnails were`;
    notify.info(`${what} changed in another tab, and not deleted.`);
  }
  return sendAll(ids.filter((id) => !kept.includes(id)).map(deletionKey));
}

/** Shows the thumbnails again whose deletions were not sent, and says which deletions were, e.g. before a sign-out. */
export function undoDeletions(ids: readonly string[]): void {
  const unsent = ids.filter((id) => outbox.isUnsent(deletionKey(id)));
  show(unsent);
  const count = ids.length - unsent.length;
  if (count === 1) notify.error('A thumbnail could not be restored: its deletion was already sent.');
  if (count > 1)
    notify.error(`${count} thumbnails could not be restored: their deletions were already sent.`);
}

/** Hides the thumbnails whose deletion an earlier page has sent without seeing its end. */
export const hideDeleted = (userId: string): void =>
  hide(
    listEntries(userId).flatMap((entry) =>
      entry.request.name === 'deleteThumbnail' && isDue(entry) ? [entry.request.input.params.id] : [],
    ),
  );

/** The pause before a thumbnail is read again, in ms. */
const READ_AGAIN_MS = 30_000;

/** Shows a thumbnail again whose deletion has gone from the outbox: the user goes on with it, or another tab has deleted it. */
async function showChanged(id: string): Promise<void> {
  const error: unknown = await readThumbnail(id).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  // Meanwhile the user may have signed out, or may have deleted the thumbnail again in another tab.
  if (isNotFound(error) || !hiddenThumbnails.get().has(id) || findEntry(deletionKey(id))) return;
  if (error !== undefined) {
    setTimeout(() => void showChanged(id), READ_AGAIN_MS);
    return;
  }
  show([id]);
  notify.info('A thumbnail was changed, and not deleted.');
}

/** The thumbnails whose deletions wait for another try. */
let retried: readonly string[] = [];

/**
 * Shows the thumbnails whose deletions were canceled before another try. Shows the thumbnails that the server refuses to delete, when
 * the deletions of the page have ended.
 */
outbox.subscribe(() => {
  const deletions = [...hiddenThumbnails.get()].map((id) => ({
    id,
    state: outbox.getState(deletionKey(id)),
  }));
  const list = (status: SendState['status']) =>
    deletions.filter(({ state }) => state.status === status).map(({ id }) => id);
  // Another try would be `saving` first.
  const canceled = list('saved').filter((id) => retried.includes(id));
  retried = list('retrying');
  for (const id of canceled) void showChanged(id);

  const failures = deletions.flatMap(({ id, state }) =>
    state.status === 'refused' ? [{ id, error: state.error }] : [],
  );
  if (failures.length === 0 || deletions.some(({ state }) => state.status === 'saving')) return;
  show(failures.map(({ id }) => id));
  const what = failures.length === 1 ? 'A thumbnail' : `${failures.length} thumbnails`;
  const message = describeDeletionFailure(what, failures[0]?.error);
  if (message !== undefined) notify.error(message);
});
