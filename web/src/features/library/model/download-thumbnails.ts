import type { ThumbnailSummary } from '../../../../../contract/schemas.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { notify } from '../../../ui/notify.ts';

/** Saves one image as `thumbnail.png`, or several as a zip. The code for that loads with the first download. */
export async function downloadThumbnails(thumbnails: readonly ThumbnailSummary[]): Promise<void> {
  try {
    const { downloadOriginals } = await import('../../../api/export-thumbnails.ts');
    const { blob, name } = await downloadOriginals(thumbnails);
    saveFile(blob, name);
  } catch {
    notify.error(`Failed to download ${thumbnails.length === 1 ? 'image' : 'images'}. Please try again.`);
  }
}
