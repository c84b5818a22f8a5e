import { collectFiles } from '../lib/export/collect-files.ts';
import { exportThumbnail } from '../lib/export/export-thumbnail.ts';
import type { ExportedFile } from '../lib/export/export-thumbnail.ts';
import { slug } from '../lib/export/file-name.ts';
import { fetchThumbnailImage, imageFileName } from './thumbnail-image.ts';
import type { Thumbnail } from './thumbnails.ts';

type NamedImage = Pick<Thumbnail, 'id' | 'url' | 'prompt'>;

/**
 * Exports thumbnails without their designs, for YouTube: one as a JPEG, several as one zip of JPEGs.
 * @throws Error when an image cannot be fetched, decoded or encoded
 */
export const exportThumbnails = (thumbnails: readonly NamedImage[]): Promise<ExportedFile> =>
  collectFiles(thumbnails, async (thumbnail) =>
    exportThumbnail({ image: await fetchThumbnailImage(thumbnail), prompt: thumbnail.prompt ?? '' }),
  );

/**
 * Downloads images as the model made them: one as `thumbnail.png` or `.jpg`, several as one zip.
 * @throws Error when an image cannot be fetched
 */
export const downloadOriginals = (thumbnails: readonly NamedImage[]): Promise<ExportedFile> =>
  collectFiles(thumbnails, async (thumbnail) => {
    const blob = await fetchThumbnailImage(thumbnail);
    const name = thumbnails.length === 1 ? undefined : slug(thumbnail.prompt ?? '');
    return { name: imageFileName(blob, name), blob };
  });
