import { readUserId } from '../session/session-store.ts';
import { listEntries } from './entries.ts';
import { outbox } from './outbox.ts';

/** Finds the request for a new name of a thumbnail that the server has not confirmed. */
function findRename(userId: string | undefined, thumbnailId: string) {
  const renames = listEntries(userId ?? '').flatMap(({ key, request }) => {
    if (request.name !== 'updateThumbnail' || request.input.params.id !== thumbnailId) return [];
    const { name } = request.input.body;
    return name === null || typeof name === 'string' ? [{ key, name }] : [];
  });
  return renames.at(-1);
}

/** Returns the name of a thumbnail that the server does not have yet. Null if the creator has removed the name. */
export const findUnsentName = (userId: string | undefined, thumbnailId: string): string | null | undefined =>
  findRename(userId, thumbnailId)?.name;

/** Adds the names that the server does not have yet to thumbnails of the user, for the names of their files. */
export const withUnsentNames = <T extends { id: string }>(
  thumbnails: readonly T[],
): (T & { unsentName: string | null | undefined })[] =>
  thumbnails.map((thumbnail) => ({ ...thumbnail, unsentName: findUnsentName(readUserId(), thumbnail.id) }));

/** Waits for the request for a new name that is in flight. @returns whether the server has the name */
export async function settleName(thumbnailId: string): Promise<boolean> {
  const rename = findRename(readUserId(), thumbnailId);
  if (rename) await outbox.settle(rename.key);
  return findRename(readUserId(), thumbnailId) === undefined;
}
