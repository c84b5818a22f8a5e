import type { Design } from '../../../contract/design.ts';
import { collectFiles } from '../lib/export/collect-files.ts';
import type { ExportedFile } from '../lib/export/export-thumbnail.ts';
import { slug } from '../lib/export/file-name.ts';
import { DEFAULT_SIZE } from '../lib/export/frame.ts';
import { exportDesign } from '../lib/render/export-design.ts';
import { EMPTY_DESIGN, listShownCutouts } from '../lib/render/finished-image.ts';
import { listCutouts } from './cutouts.ts';
import { ConnectionError } from './errors.ts';
import { loadBitmap } from './load-bitmap.ts';
import { findVersionUrl, readThumbnail } from './thumbnails.ts';

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
  const url = findVersionUrl(thumbnail, design.image);
  if (url === undefined) throw new ConnectionError();
  const [image, cutouts] = await Promise.all([loadBitmap(url, signal), loadCutouts(design)]);
  try {
    return await exportDesign(
      { image, design, cutouts },
      { size: DEFAULT_SIZE, format: 'jpeg', limit: 'phone', name: slug(prompt) },
    );
  } finally {
    for (const bitmap of [image, ...cutouts.values()]) bitmap.close();
  }
}

/** Those that a design shows and the account still has. */
async function loadCutouts(design: Design): Promise<Map<string, ImageBitmap>> {
  const used = new Set(listShownCutouts(design));
  if (used.size === 0) return new Map();
  const cutouts = (await listCutouts()).filter(({ id }) => used.has(id));
  return new Map(
    await Promise.all(cutouts.map(async ({ id, url }) => [id, await loadBitmap(url, signal)] as const)),
  );
}
