import type { Design } from '#contract/design/design.ts';
import { loadFinished } from '../api/load-finished.ts';
import { encodePreview } from '../lib/render/encode-preview.ts';

/** Draws the preview of a design that no page shows. @returns undefined if a part of it cannot be loaded now */
export async function drawSavedPreview(
  thumbnail: Parameters<typeof loadFinished>[0],
  design: Design,
  hurry: AbortSignal,
): Promise<string | undefined> {
  try {
    const finished = await loadFinished(thumbnail, design, hurry);
    const preview = encodePreview(finished);
    for (const bitmap of [finished.image, ...finished.cutouts.values()]) bitmap.close();
    return preview;
  } catch {
    return undefined;
  }
}
