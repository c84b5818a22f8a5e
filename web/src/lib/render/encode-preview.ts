import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { hidesPixels } from '../export/hidden-pixels.ts';
import { drawCanvas } from './draw-design.ts';
import type { FinishedImage } from './finished-image.ts';

const { preview } = DESIGN_LIMITS;

/** Most images need the first one. The last one is small enough for every image. */
const QUALITIES = [0.8, 0.6, 0.4, 0.2];

/** Chromium, Firefox and Safari encode JPEG. Safari encodes no WebP. */
const DATA_URL = 'data:image/jpeg;base64,';

/**
 * Encodes a small rendering as a JPEG, in base64, as the server takes it with a design. The fonts must be loaded. It is
 * synchronous, so that a page that is being left can send it.
 * @returns undefined when the browser cannot encode it, or hides its pixels
 */
export function encodePreview(finished: FinishedImage): string | undefined {
  if (hidesPixels()) return undefined;
  const canvas = drawCanvas(finished, preview);
  for (const quality of QUALITIES) {
    const url = canvas.toDataURL('image/jpeg', quality);
    const base64 = url.slice(DATA_URL.length);
    if (url.startsWith(DATA_URL) && (base64.length * 3) / 4 <= preview.bytes) return base64;
  }
  return undefined;
}
