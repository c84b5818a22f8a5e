import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import { readCurrentThumbnail } from '../../../api/read-current-thumbnail.ts';
import { listThumbnails, toThumbnail } from '../../../api/read-thumbnails.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { isSignedInAs } from '../../../session/session-store.ts';
import { appendThumbnail, loadHistory, replaceThumbnail, updateHistory } from './thumbnail-history.ts';
import type { History } from './thumbnail-history.ts';

let refreshes = 0;

/** Renews the URLs of the stored thumbnails. A browser without any takes the newest thumbnails of the account. */
export async function refreshHistory(userId: string): Promise<History> {
  const refresh = (refreshes += 1);
  // A later refresh has read newer designs.
  const isReplaced = () => refresh !== refreshes;
  const stored = loadHistory(userId);
  if (stored.length === 0) {
    const { thumbnails: newest } = await listThumbnails(GENERATOR_LIMITS.historyLength);
    assertSignedIn(userId);
    if (isReplaced()) return loadHistory(userId);
    const listed = newest.map(toThumbnail).reverse();
    const isNew = ({ id }: Thumbnail) => listed.every((other) => other.id !== id);
    return updateHistory(userId, (added) => added.filter(isNew).reduce(appendThumbnail, listed));
  }
  const thumbnails = await Promise.all(
    // Without a response the old URL may still work.
    stored.map(async ({ id, url }) => [id, await readCurrentThumbnail(id).catch(() => ({ url }))] as const),
  );
  assertSignedIn(userId);
  if (isReplaced()) return loadHistory(userId);
  return updateHistory(userId, (current) =>
    thumbnails.reduce((history, [id, thumbnail]) => replaceThumbnail(history, id, thumbnail), current),
  );
}

/** A response that arrives after the session must not be stored: signing out has removed the user's data. */
function assertSignedIn(userId: string): void {
  if (!isSignedInAs(userId)) throw new Error('The session has ended.');
}
