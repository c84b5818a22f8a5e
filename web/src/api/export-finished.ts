import type { Design } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { collectFiles } from '../lib/export/collect-files.ts';
import type { ExportedFile } from '../lib/export/exported-file.ts';
import { slug } from '../lib/export/file-name.ts';
import { DEFAULT_SIZE } from '../lib/export/frame.ts';
import { exportDesign } from '../lib/render/export-design.ts';
import type { MarkedImage } from '../lib/render/finished-image.ts';
import { withFinished } from './with-finished.ts';

/** A thumbnail, with its design and its name if the server does not have them yet. */
export interface ExportedThumbnail {
  id: string;
  unsent?: Design | undefined;
  /** Null if the creator has removed the name. */
  unsentName?: string | null | undefined;
}

/** Until the creator has left the page. */
const untilLeft = new AbortController().signal;

/**
 * Exports thumbnails with their designs, as the finish page does: one as a JPEG, several as one zip. It loads the fonts and
 * the code that draws, so import it lazily.
 * @throws the errors of `request`; Error when a thumbnail cannot be loaded, drawn or encoded
 */
export const exportFinished = (thumbnails: readonly ExportedThumbnail[]): Promise<ExportedFile> =>
  collectFiles(thumbnails, exportFinishedOne);

/** Exports one thumbnail in its original words. @throws as `exportFinished` does */
export const exportFinishedOne = ({ id, unsent, ...exported }: ExportedThumbnail): Promise<ExportedFile> => {
  const work = async (finished: MarkedImage, stored: ReadThumbnailResponse) => ({
    ...(await toJpeg(finished, nameFile(exported, stored), untilLeft)),
    languages: listLanguages(finished.design.layers).length,
  });
  return withFinished(id, untilLeft, work, unsent);
};

/** Names the file of a thumbnail, without its size and its ending. */
export const nameFile = (
  { unsentName }: Pick<ExportedThumbnail, 'unsentName'>,
  { name, prompt }: Pick<ReadThumbnailResponse, 'name' | 'prompt'>,
): string => slug((unsentName === undefined ? name : unsentName) ?? prompt);

/** Makes a JPEG that YouTube takes from every device. */
export const toJpeg = (finished: MarkedImage, name: string, signal: AbortSignal): Promise<ExportedFile> =>
  exportDesign(finished, { size: DEFAULT_SIZE, format: 'jpeg', limit: 'phone', name }, signal);
