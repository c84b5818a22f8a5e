import type { Design } from '#contract/design/design.ts';
import type { Thumbnail } from '../api/thumbnails.ts';
import { storedSeries } from '../lib/series.ts';
import { EMPTY_DESIGN } from '../lib/render/finished-image.ts';
import { designKey, markDesign, saveRequest } from '../outbox/designs.ts';
import { outbox } from '../outbox/outbox.ts';
import type { Generation } from './generation.ts';

/** Gives a thumbnail that has just been made the layers of its series. The outbox keeps them until the server has them. */
export function giveLayers({ userId, series, end }: Generation): void {
  const thumbnail = end?.thumbnail;
  if (!thumbnail || !series) return;
  // The home page offers the series until a thumbnail is made after it.
  if (storedSeries.load(userId)?.thumbnailId === series.thumbnailId) storedSeries.remove();
  if (series.layers.length === 0 || end.hasDesign) return;
  putDesign(userId, thumbnail, { ...EMPTY_DESIGN, layers: [...series.layers] });
}

/** Saves the first design of a thumbnail, with its preview if the browser can draw it. */
function putDesign(userId: string, thumbnail: Thumbnail, design: Design): void {
  const { id } = thumbnail;
  const prepare = async (hurry: AbortSignal) => {
    const { drawPreview } = await import('./draw-preview.ts');
    return saveRequest(id, design, await drawPreview(thumbnail, design, hurry));
  };
  outbox.put({
    ...{ key: designKey(id), userId, request: saveRequest(id, design) },
    ...{ mark: markDesign(design), delay: 0, prepare },
  });
}
