import { encodeCanvas } from './encode-canvas.ts';
import { exportFileName } from './file-name.ts';
import { cropToFrame, DEFAULT_SIZE } from './frame.ts';
import { drawOnCanvas } from '../canvas.ts';

export interface ExportedFile {
  name: string;
  blob: Blob;
  /** The number of images in the file that lack a cut-out which is not available any more. @default 0 */
  incomplete?: number;
}

interface ExportThumbnailOptions {
  /** The image as the model made it, of any size. */
  image: Blob;
  prompt: string;
  /** @see Design.crop @default 0.5, the middle */
  crop?: number;
}

/**
 * Exports a thumbnail without a design: 1280 x 720, as a JPEG below 2 MB with XMP metadata, named after its prompt.
 * @throws Error when the image cannot be decoded or encoded
 */
export async function exportThumbnail({
  image,
  prompt,
  crop = 0.5,
}: ExportThumbnailOptions): Promise<ExportedFile> {
  const bitmap = await createImageBitmap(image);
  try {
    const options = { format: 'jpeg', source: 'generated', limit: 'phone' } as const;
    const blob = await encodeCanvas(drawFrame(bitmap, crop), options);
    return { name: exportFileName(prompt, DEFAULT_SIZE, 'jpeg'), blob };
  } finally {
    bitmap.close();
  }
}

const drawFrame = (bitmap: ImageBitmap, crop: number): HTMLCanvasElement =>
  drawOnCanvas(DEFAULT_SIZE, (context) => {
    const { x, y, width, height } = cropToFrame(bitmap, crop);
    context.drawImage(bitmap, x, y, width, height, 0, 0, DEFAULT_SIZE.width, DEFAULT_SIZE.height);
  });
