import { collectFiles } from '../lib/export/collect-files.ts';
import type { ExportedFile } from '../lib/export/exported-file.ts';
import { slug } from '../lib/export/file-name.ts';
import { DEFAULT_SIZE } from '../lib/export/frame.ts';
import { exportDesign } from '../lib/render/export-design.ts';
import { EMPTY_DESIGN } from '../lib/render/finished-image.ts';
import { loadFinished } from './load-finished.ts';
import { readThumbnail } from './thumbnails.ts';

/** Until the creator has left the page. */
const signal = new AbortController().signal;

/**
 * Exports thumbnails with their designs, as the finish page does: one as a JPEG, several as one zip. It loads the fonts and
 * the code that draws, so import it lazily.
 * @throws the errors of `request`; Error when a thumbnail cannot be loaded, drawn or encoded
 */
export const exportFinished = (thumbnails: readonly { id: string }[]): Promise<ExportedFile> =>
  collectFiles(thumbnails, exportFinishedOne);

/** Exports one thumbnail, as a JPEG that YouTube takes from every device. @throws as `exportFinished` does */
export async function exportFinishedOne({ id }: { id: string }): Promise<ExportedFile> {
  const thumbnail = await readThumbnail(id);
  const { prompt, design = EMPTY_DESIGN } = thumbnail;
  const finished = await loadFinished(thumbnail, design, signal);
  try {
    const settings = { size: DEFAULT_SIZE, format: 'jpeg', limit: 'phone', name: slug(prompt) } as const;
    return await exportDesign(finished, settings);
  } finally {
    for (const bitmap of [finished.image, ...finished.cutouts.values()]) bitmap.close();
  }
}
