import type { Design } from '#contract/design/design.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { findDesignMark } from '#contract/image-mark.ts';
import { EMPTY_DESIGN, type MarkedImage } from '../lib/render/finished-image.ts';
import { loadFinished } from './load-finished.ts';
import { readThumbnail } from './read-thumbnails.ts';

/**
 * Loads a thumbnail with all that its design shows, and frees the pixels after their use. It loads the fonts and the code that draws, so
 * import it lazily.
 * @param unsent the design that the server does not have yet. @default the design of the server
 * @throws the errors of `request`, of `loadFinished` and of `work`
 */
export async function withFinished<Result>(
  id: string,
  signal: AbortSignal,
  work: (finished: MarkedImage, thumbnail: ReadThumbnailResponse) => Promise<Result>,
  unsent?: Design,
): Promise<Result> {
  const thumbnail = await readThumbnail(id, signal);
  const finished = await loadFinished(thumbnail, unsent ?? thumbnail.design ?? EMPTY_DESIGN, signal);
  try {
    const mark = findDesignMark(thumbnail.model, finished.design, finished.kinds);
    return await work({ ...finished, mark }, thumbnail);
  } finally {
    for (const bitmap of [finished.image, ...finished.cutouts.values()]) bitmap.close();
  }
}
