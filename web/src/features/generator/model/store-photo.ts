import { LIMITS } from '#contract/limits.ts';
import { UnusableImageError } from '../../../api/prepare-image.ts';
import type { DecodedImage } from '../../../api/load-svg.ts';
import { uploadReferenceImage } from '../../../api/reference-upload.ts';
import { LONG_TIMEOUT_MS, request } from '../../../api/request.ts';
import { drawOnCanvas } from '../../../lib/canvas.ts';
import { findPart, findStoredSize } from './crop.ts';
import type { Crop } from './crop.ts';

/** The qualities of the JPEG, best first. The first file that is small enough is stored. */
const QUALITIES = [0.95, 0.88, 0.8, 0.65, 0.5];

/**
 * Encodes the chosen part of a picture as a JPEG of at most 1920 x 1080. The canvas drops all metadata, e.g. the place where a photo was
 * taken, and what is outside of the part.
 * @throws UnusableImageError
 */
export async function encodePhoto(image: DecodedImage, crop: Crop, name: string): Promise<Blob> {
  const part = findPart(image, crop);
  const size = findStoredSize(part);
  const canvas = drawOnCanvas(size, (context) => {
    // A JPEG has no transparency.
    context.fillStyle = 'white';
    context.fillRect(0, 0, size.width, size.height);
    context.drawImage(image.source, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  });
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= LIMITS.referenceBytes) return blob;
  }
  throw new UnusableImageError(`${name} could not be converted to a JPEG`);
}

interface PhotoToStore {
  userId: string;
  /** The id of the thumbnail. */
  generationId: string;
  /** The name of the file. */
  name: string;
  photo: Blob;
}

/**
 * Uploads a photo and makes its thumbnail. Idempotent by `generationId`.
 * @throws the errors of `uploadReferenceImage` and `request`.
 */
export async function storePhoto(
  { userId, generationId, name, photo }: PhotoToStore,
  options: Parameters<typeof uploadReferenceImage>[1],
): Promise<void> {
  const referenceId = await uploadReferenceImage(photo, options);
  const body = { userId, generationId, referenceId, name: nameThumbnail(name) };
  await request('createThumbnail', { body }, { signal: options.signal, timeoutMs: LONG_TIMEOUT_MS, userId });
}

/** Names a thumbnail after its file, without the ending. */
function nameThumbnail(fileName: string): string | undefined {
  const name = fileName.replace(/\.\w{1,5}$/, '').trim();
  return Array.from(name).slice(0, LIMITS.thumbnailNameLength).join('') || undefined;
}
