import type { Design } from './design.ts';

/**
 * Returns true if a thumbnail with this design is finished: at least one layer is visible. Every list, page and download follows this
 * rule.
 */
export const isFinished = ({ layers }: Pick<Design, 'layers'>): boolean =>
  layers.some(({ hidden }) => hidden !== true);
