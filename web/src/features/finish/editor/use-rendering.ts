import { useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { DEFAULT_SIZE } from '../../../lib/export/frame.ts';
import type { MarkedImage } from '../../../lib/render/finished-image.ts';
import { renderDesign } from '../../../lib/render/draw-design.ts';

/** The previews follow when the creator pauses, so that they never slow down a drag. */
const PAUSE_MS = 400;

/** A finished image as it is exported, for the checks and the previews. */
export interface Rendering {
  finished: MarkedImage;
  canvas: HTMLCanvasElement;
}

/**
 * Renders a finished image after each pause in its changes.
 * @param complete the same object until something in it changes; undefined while a part of it is not loaded
 * @returns undefined until the first rendering is ready, and the last rendering while the next rendering is made
 */
export function useRendering(complete: MarkedImage | undefined): Rendering | undefined {
  const settled = useDebounced(complete, PAUSE_MS);
  const [rendering, setRendering] = useState<Rendering>();

  useEffect(() => {
    if (!settled) return;
    let isCurrent = true;
    renderDesign(settled, DEFAULT_SIZE)
      .then((canvas) => {
        if (isCurrent) setRendering({ finished: settled, canvas });
      })
      // The browser has no canvas. The last rendering stays, and the export reports the reason.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [settled]);

  return rendering;
}
