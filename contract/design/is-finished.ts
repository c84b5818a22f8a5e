import type { Design } from './design.ts';

/** The crop of an image that the creator has not moved. */
const CENTERED = 0.5;

/**
 * Returns true if a thumbnail with this design is finished: a layer is visible, or the creator has changed how the image is shown. A
 * chosen version alone does not finish a thumbnail, because every list shows the image of the version. Every list, page and download
 * follows this rule. The page stores no adjustment that is the default.
 */
export const isFinished = ({ layers, crop, adjustments }: Design): boolean =>
  layers.some(({ hidden }) => hidden !== true) || crop !== CENTERED || adjustments !== undefined;
