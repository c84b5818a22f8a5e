import { addXmpToJpeg } from '../../contract/jpeg-metadata.ts';
import { addXmpToPng } from '../../contract/png-metadata.ts';
import { addXmpToWebp } from '../../contract/webp-metadata.ts';
import { xmpPacket, type DigitalSource } from '../../contract/xmp.ts';

const ADD_XMP = {
  'image/png': addXmpToPng,
  'image/jpeg': addXmpToJpeg,
  'image/webp': addXmpToWebp,
} as const;

export type ImageType = keyof typeof ADD_XMP;

/**
 * Marks an image as made by AI, machine-readable (EU AI Act, Article 50(2)), without a change of its pixels.
 * @throws TypeError for content of another type.
 */
export function markImage(type: ImageType, content: Uint8Array, source: DigitalSource): Uint8Array {
  return ADD_XMP[type](content, xmpPacket(source));
}
