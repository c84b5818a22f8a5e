import type { Design } from './design.ts';
import { findHeadlineLayer, isWritten } from './headline.ts';
import { isEmptyPlace } from './person-place.ts';

/** The crop of an image that the creator has not moved. */
const CENTERED = 0.5;

/**
 * Returns true if a thumbnail with this design is finished: a layer is visible, or the creator has changed how the image is shown. A
 * visible headline that is empty or a placeholder waits for its words, so its thumbnail is not finished. A person's place that waits for
 * its cut-out is not visible. A chosen version alone does not
 * finish a thumbnail, because every list shows the image of the version. Every list, page and download follows this rule. The page stores
 * no adjustment that is the default.
 */
export function isFinished({ layers, crop, adjustments }: Design): boolean {
  const shown = layers.filter((layer) => layer.hidden !== true && !isEmptyPlace(layer));
  const headline = findHeadlineLayer(shown);
  if (headline) return isWritten(headline);
  return shown.length > 0 || crop !== CENTERED || adjustments !== undefined;
}
