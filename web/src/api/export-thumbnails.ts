import { exportThumbnail } from '../lib/export/export-thumbnail.ts';
import type { ExportedFile } from '../lib/export/export-thumbnail.ts';
import { slug } from '../lib/export/file-name.ts';
import { zipFiles } from '../lib/export/zip-files.ts';
import { fetchThumbnailImage, ORIGINAL_FILE_NAME } from './thumbnail-image.ts';
import type { Thumbnail } from './thumbnails.ts';

const ZIP_NAME = 'thumbnails.zip';

type NamedImage = Pick<Thumbnail, 'id' | 'url' | 'prompt'>;

/**
 * Exports thumbnails without their designs, for YouTube: one as a JPEG, several as one zip of JPEGs.
 * @throws Error when an image cannot be fetched, decoded or encoded
 */
export const exportThumbnails = (thumbnails: readonly NamedImage[]): Promise<ExportedFile> =>
  collect(thumbnails, async (thumbnail) =>
    exportThumbnail({ image: await fetchThumbnailImage(thumbnail), prompt: thumbnail.prompt ?? '' }),
  );

/**
 * Downloads images as the model made them: one as `thumbnail.png`, several as one zip.
 * @throws Error when an image cannot be fetched
 */
export const downloadOriginals = (thumbnails: readonly NamedImage[]): Promise<ExportedFile> =>
  collect(thumbnails, async (thumbnail) => ({
    name: thumbnails.length === 1 ? ORIGINAL_FILE_NAME : `${slug(thumbnail.prompt ?? '')}.png`,
    blob: await fetchThumbnailImage(thumbnail),
  }));

/** One file, or a zip of several. They are made one after another, because a phone has little memory. */
async function collect(
  thumbnails: readonly NamedImage[],
  toFile: (thumbnail: NamedImage) => Promise<ExportedFile>,
): Promise<ExportedFile> {
  const files: ExportedFile[] = [];
  for (const thumbnail of thumbnails) files.push(await toFile(thumbnail));
  const [first] = files;
  return first && files.length === 1 ? first : { name: ZIP_NAME, blob: await zipFiles(files) };
}
