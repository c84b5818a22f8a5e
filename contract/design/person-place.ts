import type { Layer } from './design.ts';

/** Returns true for a person's place that waits for its cut-out. No file and no list shows the place. */
export const isEmptyPlace = (layer: Layer): boolean => layer.kind === 'cutout' && layer.empty === true;
