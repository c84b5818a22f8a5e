import { collectFiles } from '../lib/export/collect-files.ts';
import type { ExportedFile } from '../lib/export/exported-file.ts';
import { slug } from '../lib/export/file-name.ts';
import { fetchThumbnailImage, imageFileName } from './thumbnail-image.ts';
import { nameThumbnail } from './thumbnails.ts';
import type { Thumbnail } from './thumbnails.ts';

export type NamedImage = Pick<Thumbnail, 'id' | 'url' | 'prompt'> & { name?: string | undefined };

/**
 * Downloads images as the model made them: one as `thumbnail.png` or `.jpg`, several as one zip.
 * @throws Error when an image cannot be fetched
 */
export const downloadOriginals = (thumbnails: readonly NamedImage[]): Promise<ExportedFile> =>
  collectFiles(thumbnails, async (thumbnail) => {
    const blob = await fetchThumbnailImage(thumbnail);
    const name = thumbnails.length === 1 ? undefined : slug(nameThumbnail(thumbnail) ?? '');
    return { name: imageFileName(blob, name), blob };
  });
