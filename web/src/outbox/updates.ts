import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import type { UpdateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { composeFailure } from '../api/error-sentences.ts';
import { isObjectOf, isOneOf, isOptional, isString } from '../lib/guards.ts';
import { createStore } from '../lib/store.ts';
import { notify } from '../ui/notify.ts';
import { findEntry, listEntries, removeEntry } from './entries.ts';
import { outbox } from './outbox.ts';

/** A new value of one field of a thumbnail. */
interface Update {
  userId: string;
  id: string;
  changes: UpdateThumbnailRequest;
  /** Tells the user that the server has refused the value. */
  report: (error: unknown) => void;
}

/** Each field has a key, so that a new favorite replaces no unsent name. */
const updateKey = (id: string, field: keyof UpdateThumbnailRequest) => `update/${id}/${field}`;

/** The updates that the lists show instead of the values of the server, by the key of the entry. */
export const shownUpdates = createStore<ReadonlyMap<string, Update>>(() => new Map());

const show = (key: string, update: Update) => shownUpdates.set(new Map(shownUpdates.get()).set(key, update));

/** Shows the values of the server again, unless the user has changed the field meanwhile. */
function hide(updates: readonly (readonly [string, Update])[]): void {
  const shown = new Map(shownUpdates.get());
  for (const [key, update] of updates) if (shown.get(key) === update) shown.delete(key);
  if (shown.size < shownUpdates.get().size) shownUpdates.set(shown);
}

export function reportUpdateFailure(error: unknown): void {
  const message = composeFailure('The change was not saved', error);
  if (message !== undefined) notify.error(message, { id: 'update' });
}

/** Shows a new name or favorite at once, and sends it. */
export function putUpdate(
  userId: string,
  id: string,
  { name, favorite }: UpdateThumbnailRequest,
  report = reportUpdateFailure,
): void {
  const put = (key: string, changes: UpdateThumbnailRequest) => {
    show(key, { userId, id, changes, report });
    const request = { name: 'updateThumbnail', input: { params: { id }, body: changes } } as const;
    outbox.put({ key, userId, request, mark: crypto.randomUUID(), delay: 0 });
  };
  if (name !== undefined) put(updateKey(id, 'name'), { name });
  if (favorite !== undefined) put(updateKey(id, 'favorite'), { favorite });
}

/** The server checks a change when it is saved. This protects the library from a damaged entry. */
const isChanges = isObjectOf({
  name: (value): value is unknown => value === null || isOptional(isString)(value),
  favorite: isOneOf(undefined, null, 'starred', 'winner'),
});

/** Shows what earlier pages of this browser have not sent. */
export function showUnsent(userId: string): void {
  for (const { key, request } of listEntries(userId)) {
    if (request.name !== 'updateThumbnail') continue;
    const { params, body } = request.input;
    const report = shownUpdates.get().get(key)?.report ?? reportUpdateFailure;
    if (isChanges(body)) show(key, { userId, id: params.id, changes: body, report });
    else removeEntry(key);
  }
}

/** Returns true if the connection, the session or a limit keeps an update of the user from the server. */
export const isAnyDelayed = (userId: string | undefined): boolean =>
  [...shownUpdates.get()].some(
    ([key, update]) => update.userId === userId && outbox.getState(key).status === 'retrying',
  );

/** Returns thumbnails of the server with the names and favorites that the user has chosen. */
export function applyUpdates(
  thumbnails: readonly ThumbnailSummary[],
  userId: string | undefined,
  updates: ReadonlyMap<string, Update>,
): readonly ThumbnailSummary[] {
  if (updates.size === 0) return thumbnails;
  const find = (id: string, field: keyof UpdateThumbnailRequest): UpdateThumbnailRequest => {
    const update = updates.get(updateKey(id, field));
    return update && update.userId === userId ? update.changes : {};
  };
  return thumbnails.map((thumbnail) => {
    const { name = thumbnail.name } = find(thumbnail.id, 'name');
    const { favorite = thumbnail.favorite } = find(thumbnail.id, 'favorite');
    return { ...thumbnail, name: name ?? undefined, favorite: favorite ?? undefined };
  });
}

/** Reads a list. Afterwards the list shows its own values of the updates that the server had before. */
export async function readUpdated<T extends { thumbnails: readonly { id: string }[] }>(
  read: () => Promise<T>,
): Promise<T> {
  const sent = [...shownUpdates.get()].filter(([key]) => findEntry(key) === undefined);
  const list = await read();
  const ids = new Set(list.thumbnails.map(({ id }) => id));
  hide(sent.filter(([, { id }]) => ids.has(id)));
  return list;
}

/** Takes back what the server refuses. */
outbox.subscribe(() => {
  for (const [key, update] of shownUpdates.get()) {
    const state = outbox.getState(key);
    if (state.status !== 'refused') continue;
    hide([[key, update]]);
    outbox.discard(key);
    update.report(state.error);
  }
});
