/** In percent. Chromium keeps the full color resolution at 100 only, which keeps colored letters sharp. */
const BEST = 100;
const WORST = 30;
/** The search stops when the best quality is known this closely. It makes at most six more encodings. */
const PRECISION = 2;

/**
 * Encodes an image with the best quality whose file is not larger than the limit. Most images need one encoding.
 * @param encode gets the quality, 0 to 1
 * @param maxBytes largest file, in bytes
 * @returns undefined when even the worst quality is too large
 */
export async function searchQuality(
  encode: (quality: number) => Promise<Blob>,
  maxBytes: number,
): Promise<Blob | undefined> {
  const best = await encode(BEST / 100);
  if (best.size <= maxBytes) return best;

  let found: Blob | undefined;
  let [fits, tooLarge] = [WORST - PRECISION, BEST];
  while (tooLarge - fits > PRECISION) {
    const quality = Math.floor((fits + tooLarge) / 2);
    const blob = await encode(quality / 100);
    if (blob.size <= maxBytes) [fits, found] = [quality, blob];
    else tooLarge = quality;
  }
  return found;
}
