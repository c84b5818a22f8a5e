import type { RefObject } from 'react';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { Design } from '#contract/design/design.ts';
import { isFinished } from '#contract/design/is-finished.ts';
import { drawCanvas } from '../../../lib/render/draw-design.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { wait } from '../../../lib/wait.ts';

/** The image that the page draws. */
export interface ShownImage {
  finished: FinishedImage;
  /** The fonts and the cut-outs are there. */
  isLoaded: boolean;
}

/** A save waits this long for fonts and cut-outs, in ms. The browser keeps the draft meanwhile. */
const PATIENCE_MS = 3_000;
const INTERVAL_MS = 100;

/**
 * Draws the preview that is saved with a finished design.
 * @param left aborts when the page is left: then nothing can be waited for
 * @returns undefined when the page cannot draw it
 */
export async function drawPreview(
  design: Design,
  shown: RefObject<ShownImage | undefined>,
  left: AbortSignal,
): Promise<string | undefined> {
  if (!isFinished(design)) return undefined;
  try {
    for (
      let waited = 0;
      !left.aborted && !shown.current?.isLoaded && waited < PATIENCE_MS;
      waited += INTERVAL_MS
    )
      await wait(INTERVAL_MS, left).catch(() => undefined); // The page has been left.
    const { current } = shown;
    // Another version may have been chosen after this design.
    return current?.isLoaded && current.finished.design.image === design.image
      ? encodePreview({ ...current.finished, design })
      : undefined;
  } catch {
    // A design is worth more than its preview.
    return undefined;
  }
}

const { width, height, bytes } = DESIGN_LIMITS.preview;

/** Most images need the first one. The last one is small enough for every image. */
const QUALITIES = [0.8, 0.6, 0.4, 0.2];

/** Chromium, Firefox and Safari encode JPEG. Safari encodes no WebP. */
const DATA_URL = 'data:image/jpeg;base64,';

/**
 * Encodes a small rendering as a JPEG, in base64, as the server takes it with a design. The fonts must be loaded. It is
 * synchronous, so that a page that is being left can send it.
 * @returns undefined when the browser cannot encode it
 */
function encodePreview(finished: FinishedImage): string | undefined {
  const canvas = drawCanvas(finished, { width, height });
  for (const quality of QUALITIES) {
    const url = canvas.toDataURL('image/jpeg', quality);
    const base64 = url.slice(DATA_URL.length);
    if (url.startsWith(DATA_URL) && (base64.length * 3) / 4 <= bytes) return base64;
  }
  return undefined;
}
