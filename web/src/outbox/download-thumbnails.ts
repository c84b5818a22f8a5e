import type { NamedImage } from '../api/export-thumbnails.ts';
import { describeIncomplete } from '../lib/export/exported-file.ts';
import { designKey } from './designs.ts';
import { outbox } from './outbox.ts';
import { saveFile } from '../lib/save-file.ts';
import type { DownloadForm } from '../ui/download-menu.tsx';
import { notify } from '../ui/notify.ts';

/** Saves one thumbnail, or several as a zip. The code for that loads with the first download. */
export async function downloadThumbnails(
  thumbnails: readonly NamedImage[],
  form: DownloadForm,
): Promise<void> {
  try {
    await settleDesigns(thumbnails);
    const { blob, name, incomplete } = await (form === 'finished'
      ? import('../api/export-finished.ts').then(({ exportFinished }) => exportFinished(thumbnails))
      : import('../api/export-thumbnails.ts').then(({ downloadOriginals }) => downloadOriginals(thumbnails)));
    saveFile(blob, name);
    if (incomplete) notify.info(describeIncomplete(thumbnails.length, incomplete));
  } catch {
    notify.error(`Failed to download ${thumbnails.length === 1 ? 'image' : 'images'}. Please try again.`);
  }
}

/** Waits for the saves of finish pages that were just left: the file is what they showed. */
export async function settleDesigns(thumbnails: readonly { id: string }[]): Promise<void> {
  for (const { id } of thumbnails) await outbox.settle(designKey(id));
}
