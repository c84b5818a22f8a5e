import { isEndedBy, storedSeries } from '../lib/series.ts';
import { EMPTY_DESIGN } from '../lib/render/finished-image.ts';
import { putDesign } from '../outbox/put-design.ts';
import type { Generation } from './generation.ts';

/** Gives a thumbnail that has just been made the layers of its series. The outbox keeps them until the server has them. */
export function giveLayers({ userId, series, startedAt, end }: Generation): void {
  const thumbnail = end?.thumbnail;
  if (!thumbnail || !series) return;
  // The home page offers the series until a thumbnail is made after it.
  const offered = storedSeries.load(userId);
  if (offered && isEndedBy(offered, series.thumbnailId, startedAt)) storedSeries.remove();
  if (series.layers.length === 0 || end.hasDesign) return;
  putDesign(userId, thumbnail, { ...EMPTY_DESIGN, layers: [...series.layers] });
}
