import type { Design } from '#contract/design/design.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { designKey, markDesign, saveRequest } from './designs.ts';
import { outbox } from './outbox.ts';

type Designed = Pick<ReadThumbnailResponse, 'id' | 'url' | 'edits'>;

/** Saves a design of a thumbnail that no finish page shows, with its preview if the browser can draw it. */
export function putDesign(
  userId: string,
  thumbnail: Designed,
  design: Design,
  key = designKey(thumbnail.id),
): void {
  const { id } = thumbnail;
  const prepare = async (hurry: AbortSignal) => {
    const { drawSavedPreview } = await import('./draw-saved-preview.ts');
    return saveRequest(id, design, await drawSavedPreview(thumbnail, design, hurry));
  };
  outbox.put({
    ...{ key, userId, request: saveRequest(id, design) },
    ...{ mark: markDesign(design), delay: 0, prepare },
  });
}
