import { decodeImage } from './prepare-image.ts';
import { drawOnCanvas } from '../lib/canvas.ts';

export interface InspectedPicture {
  file: File;
  width: number;
  height: number;
  /** True if a part of the picture has no background. */
  isTransparent: boolean;
}

/** The formats that can be transparent. */
const TRANSPARENT_TYPES = /^image\/(png|webp|gif|avif|svg\+xml)$/;

/** The size in which transparency is looked for, in pixels. */
const SIDE = 128;

/** The alpha of 255 below which a pixel shows what is behind it. */
const OPAQUE_FROM = 200;

/** Decodes a file. Nothing leaves the browser. @throws UnusableImageError */
export async function inspectPicture(file: File): Promise<InspectedPicture> {
  const image = await decodeImage(file);
  try {
    const { width, height, source } = image;
    return { file, width, height, isTransparent: TRANSPARENT_TYPES.test(file.type) && hasHole(source) };
  } finally {
    image.close();
  }
}

function hasHole(source: CanvasImageSource): boolean {
  try {
    const canvas = drawOnCanvas({ width: SIDE, height: SIDE }, (context) =>
      context.drawImage(source, 0, 0, SIDE, SIDE),
    );
    const data = canvas.getContext('2d')?.getImageData(0, 0, SIDE, SIDE).data ?? [];
    return data.some((value, index) => index % 4 === 3 && value < OPAQUE_FROM);
  } catch {
    return false; // Without a canvas, the picture counts as a photo.
  }
}
