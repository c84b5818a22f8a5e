import { useRef, type RefObject } from 'react';
import type { ListThumbnailsResponse, ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import type { UpdateThumbnailRequest } from '#contract/endpoints/thumbnail-fields.ts';
import { request } from '../../../api/request.ts';
import { askBeforeClose } from '../../../lib/ask-before-close.ts';

/** The fields of a thumbnail that its user changes in the library. */
type Names = Pick<ThumbnailSummary, 'name' | 'favorite'>;

/**
 * Changes names and favourites: on the page at once, and on the server one after the other for each thumbnail, because the server may
 * receive two requests in any order. A change that fails is taken back.
 */
export function useUpdates(
  library: RefObject<ListThumbnailsResponse | undefined>,
  change: (next: ListThumbnailsResponse) => void,
) {
  /** The names that the server has after the last update of each thumbnail. */
  const updates = useRef(new Map<string, Promise<Names>>());

  function show(id: string, { name, favorite }: Names): void {
    if (!library.current) return;
    const thumbnails = library.current.thumbnails.map((thumbnail) =>
      thumbnail.id === id ? { ...thumbnail, name, favorite } : thumbnail,
    );
    change({ ...library.current, thumbnails });
  }

  /** @throws the errors of `request` */
  return async (id: string, changes: UpdateThumbnailRequest): Promise<void> => {
    const before = library.current?.thumbnails.find((thumbnail) => thumbnail.id === id);
    if (!before) return;
    show(id, applyChanges(before, changes));
    const earlier = updates.current.get(id) ?? Promise.resolve(before);
    const save = earlier.then(async (stored) => {
      await request('updateThumbnail', { params: { id }, body: changes }, { keepalive: true });
      return applyChanges(stored, changes);
    });
    const last = save.catch(() => earlier);
    updates.current.set(id, last);
    void askBeforeClose(last);
    const stored = await last;
    if (updates.current.get(id) === last) {
      updates.current.delete(id);
      show(id, stored);
    }
    await save;
  };
}

function applyChanges(
  { name: oldName, favorite: oldFavorite }: Names,
  changes: UpdateThumbnailRequest,
): Names {
  const { name = oldName, favorite = oldFavorite } = changes;
  return { name: name ?? undefined, favorite: favorite ?? undefined };
}
