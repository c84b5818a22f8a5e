const WIDESCREEN = 16 / 9;
/** Between 4:3 and 16:9. */
const NARROW = 1.5;

/**
 * Crops a thumbnail of 4:3 to 16:9: YouTube adds black bars above and below the image, and the model would copy them.
 * An image of another shape is returned unchanged.
 * @throws Error if the JPEG cannot be decoded.
 */
export async function cropBlackBars(jpeg: Buffer, width: number, height: number): Promise<Buffer> {
  if (width < height || width / height > NARROW) return jpeg;
  // Few thumbnails need the codec, so that a cold start does not evaluate it.
  const { default: codec } = await import('jpeg-js');
  const { data } = codec.decode(jpeg, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: 1,
    maxMemoryUsageInMB: 64,
  });
  const cropped = Math.round(width / WIDESCREEN);
  const top = Math.floor((height - cropped) / 2);
  // Four bytes per pixel.
  const rows = data.subarray(top * width * 4, (top + cropped) * width * 4);
  return codec.encode({ data: rows, width, height: cropped }, 90).data;
}
