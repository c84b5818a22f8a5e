import { listLanguages } from '#contract/design/list-languages.ts';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import type { ExportedFile } from '../lib/export/exported-file.ts';
import { nameLanguage } from '../lib/name-language.ts';
import { exportLanguages } from '../lib/render/export-languages.ts';
import type { MarkedImage } from '../lib/render/finished-image.ts';
import { nameFile, toJpeg } from './export-finished.ts';
import type { ExportedThumbnail } from './export-finished.ts';
import type { ZipReport } from './save-zip.ts';
import { withFinished } from './with-finished.ts';

export { saveZip } from './save-zip.ts';

/**
 * Exports thumbnails in each language of their designs, without their original words. It loads the fonts and the code that draws, so
 * import it lazily.
 * @throws as `exportFinished` does
 */
export async function* exportInLanguages(
  thumbnails: readonly ExportedThumbnail[],
  report: ZipReport,
): AsyncGenerator<ExportedFile> {
  for (const { id, unsent, ...exported } of thumbnails) {
    const work = (finished: MarkedImage, stored: ReadThumbnailResponse) =>
      listFiles(finished, nameFile(exported, stored), report);
    yield* await withFinished(id, report.signal, work, unsent);
  }
}

/** Makes the small files of one thumbnail, whose pixels are freed before the next thumbnail is loaded. */
async function listFiles(
  finished: MarkedImage,
  name: string,
  { signal, start, fail }: ZipReport,
): Promise<ExportedFile[]> {
  const describe = (language: string | undefined) => `${nameLanguage(language)} (${name})`;
  const files: ExportedFile[] = [];
  const made = exportLanguages(finished, {
    languages: listLanguages(finished.design.layers),
    signal,
    toFile: (shown) => toJpeg(shown, name, signal),
    onStart: (language) => start(describe(language)),
    onFailure: (language, error) => fail(describe(language), error),
  });
  for await (const file of made) files.push(file);
  return files;
}
