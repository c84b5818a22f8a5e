import { useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { DEFAULT_SIZE } from '../../../lib/export/frame.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { renderDesign } from '../../../lib/render/draw-design.ts';

/** The previews follow when the creator pauses, so that they never slow down a drag. */
const PAUSE_MS = 400;

/** A finished image as it is exported, for the checks and the previews. */
export interface Rendering {
  finished: FinishedImage;
  canvas: HTMLCanvasElement;
}

/**
 * Renders a finished image after each pause in its changes.
 * @param finished the same object until something in it changes
 * @param fontsLoaded changes when a font has loaded: a failed rendering is repeated then
 * @returns no rendering before the first one is ready, and the last one while the next is on its way
 */
export function useRendering(finished: FinishedImage, fontsLoaded: number): Rendering | undefined {
  const settled = useDebounced(finished, PAUSE_MS);
  const [rendering, setRendering] = useState<Rendering>();

  useEffect(() => {
    let isCurrent = true;
    renderDesign(settled, DEFAULT_SIZE)
      .then((canvas) => {
        if (isCurrent) setRendering({ finished: settled, canvas });
      })
      // The last rendering stays. The page itself loads the fonts and says which one is missing.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [settled, fontsLoaded]);

  return rendering;
}
