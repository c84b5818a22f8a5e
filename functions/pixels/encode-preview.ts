import resize from '@jsquash/resize';
import encodeWebp from '@jsquash/webp/encode.js';
import { LIMITS } from '../../contract/limits.ts';
import { decode, loadCodecs } from './codecs.ts';

/** Of 100. At this quality, a preview of 480 px has 15 to 45 kB. */
const WEBP_QUALITY = 80;

/**
 * Encodes a PNG as a WebP of `LIMITS.previewWidth`, in its own aspect ratio. A smaller image is not enlarged.
 * @throws Error if the PNG cannot be decoded.
 */
export async function encodePreview(png: Uint8Array): Promise<ArrayBuffer> {
  await loadCodecs();
  const image = await decode(png);
  const width = Math.min(image.width, LIMITS.previewWidth);
  const height = Math.max(1, Math.round((image.height * width) / image.width));
  // Without the corrections for transparent pixels and gamma, which cost time and are not visible at this size.
  const preview = await resize(image, { width, height, premultiply: false, linearRGB: false });
  return encodeWebp(preview, { quality: WEBP_QUALITY });
}
