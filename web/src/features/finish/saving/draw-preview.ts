import type { RefObject } from 'react';
import type { Design } from '#contract/design/design.ts';
import { isFinished } from '#contract/design/is-finished.ts';
import { encodePreview } from '../../../lib/render/encode-preview.ts';
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
