import type { ImageFormat } from './file-name.ts';
import { addXmpToJpeg } from '../../../../contract/jpeg-metadata.ts';
import { addXmpToPng } from '../../../../contract/png-metadata.ts';
import { searchQuality } from './search-quality.ts';
import { xmpPacket, type DigitalSource } from '../../../../contract/xmp.ts';

/** The largest thumbnails that YouTube takes, in bytes. A phone's are taken from every device. */
export const EXPORT_LIMITS = { phone: 2_000_000, computer: 50_000_000 } as const;

export type ExportLimit = keyof typeof EXPORT_LIMITS;

interface EncodeOptions {
  format: ImageFormat;
  source: DigitalSource;
  /** Of a JPEG. */
  limit: ExportLimit;
}

/**
 * Encodes a canvas as a file with XMP metadata: a JPEG of the best quality below the limit, or a PNG of any size.
 * @throws Error when the browser cannot encode the canvas, or no JPEG of it is small enough
 */
export async function encodeCanvas(
  canvas: HTMLCanvasElement,
  { format, source, limit }: EncodeOptions,
): Promise<Blob> {
  const packet = xmpPacket(source);
  if (format === 'png') {
    return toFile(addXmpToPng(await readBytes(await toBlob(canvas, 'image/png')), packet), 'image/png');
  }
  const addXmp = async (blob: Blob) => toFile(addXmpToJpeg(await readBytes(blob), packet), 'image/jpeg');
  const file = await searchQuality(
    async (quality) => addXmp(await toBlob(canvas, 'image/jpeg', quality)),
    EXPORT_LIMITS[limit] - 1,
  );
  if (file === undefined) throw new Error(`No JPEG of the image is small enough for a ${limit}`);
  return file;
}

const readBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

const toFile = (bytes: Uint8Array<ArrayBuffer>, type: string) => new Blob([bytes], { type });

function toBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(`The browser could not encode ${type}`))),
      type,
      quality,
    ),
  );
}
