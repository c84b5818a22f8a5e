import {
  buildImageKey,
  buildPreviewKey,
  createDesignPreviewKey,
  findImage,
  storeImage,
  type StoredImage,
} from '../../images/image-bucket.ts';
import { CodedError } from '../../platform/errors.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { findGeneration } from '../table/queries.ts';
import type { GenerationKey, ShownImage, SucceededGeneration } from '../table/rows.ts';

/** The time limit for all images of a copy, in ms. A generated image has about 2 MB, and the largest image has 38 MB. */
const TIMEOUT_MS = 6_000;

/**
 * Chooses the image that a copy starts with: the image that the design of the thumbnail shows. In place of an upscaled image, chooses the
 * image that was upscaled: the image of a thumbnail is a PNG, which edits and references can start from.
 * @param shownId the id of the edit that the design shows, if it shows an edit.
 */
export async function chooseImage(
  source: SucceededGeneration,
  shownId: string | undefined,
): Promise<ShownImage> {
  const { userId, generationId, shown } = source;
  if (shownId === undefined || shown === undefined) return source;
  if (shown.imageKey === buildImageKey(userId, shownId)) return shown;
  const upscaled = await findGeneration({ userId, generationId: shownId });
  const baseId = upscaled?.status === 'succeeded' ? upscaled.baseId : undefined;
  if (baseId === undefined || baseId === generationId) return source;
  const base = await findGeneration({ userId, generationId: baseId });
  return base?.status === 'succeeded' ? base : source;
}

/**
 * Copies the image of a thumbnail, its preview and the preview of its design. A preview may be missing: the list adds the preview of an
 * image later, and the next save adds the preview of a design.
 * @throws `not_found` if the image was deleted; an error of S3.
 */
export async function copyImages(
  { userId, generationId }: GenerationKey,
  { imageKey, previewKey }: Pick<ShownImage, 'imageKey' | 'previewKey'>,
  designPreviewKey: string | undefined,
): Promise<Pick<SucceededGeneration, 'imageKey' | 'previewKey' | 'designPreviewKey'>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const copy = (from: string, to: string, type: StoredImage['type']) => copyImage({ from, to, type }, signal);
  const copyPreview = async (from: string | undefined, to: string, type: StoredImage['type']) => {
    if (from === undefined) return undefined;
    try {
      return await copy(from, to, type);
    } catch (error) {
      logger.warn('preview not copied', errorTrace(error));
      return undefined;
    }
  };
  const [image, preview, designPreview] = await Promise.all([
    copy(imageKey, buildImageKey(userId, generationId), 'image/png'),
    copyPreview(previewKey, buildPreviewKey(userId, generationId), 'image/webp'),
    copyPreview(designPreviewKey, createDesignPreviewKey(userId, generationId), 'image/jpeg'),
  ]);
  return { imageKey: image, previewKey: preview, designPreviewKey: designPreview };
}

async function copyImage(
  { from, to, type }: { from: string; to: string; type: StoredImage['type'] },
  signal: AbortSignal,
): Promise<string> {
  const content = await findImage(from, signal);
  if (content === undefined) throw new CodedError('not_found');
  // The content has its mark.
  await storeImage(to, { type, content, mark: 'none' }, signal);
  return to;
}
