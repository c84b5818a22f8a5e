import type { Design } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import { saveZip } from '../../../api/save-zip.ts';
import { EXPORT_LIMITS } from '../../../lib/export/encode-canvas.ts';
import type { ExportedFile } from '../../../lib/export/exported-file.ts';
import { languagesZipName } from '../../../lib/export/add-to-file-name.ts';
import { exportFileName } from '../../../lib/export/file-name.ts';
import { listNames, listWithVerb, nameLanguage } from '../../../lib/name-language.ts';
import { describeLimit } from '../../../lib/render/export-design.ts';
import { exportLanguages } from '../../../lib/render/export-languages.ts';
import type { MarkedImage } from '../../../lib/render/finished-image.ts';
import { listTexts } from '../../../lib/render/fonts.ts';
import { exportFile } from './export-file.ts';
import type { FileSettings } from './export-file.ts';

/** Saves one zip with a file of the original words, and a file of each language, all with the same settings. */
export function exportAllLanguages(finished: MarkedImage, settings: FileSettings): Promise<void> {
  const { design } = finished;
  const languages = [undefined, ...listLanguages(design.layers)];
  /** The names of the languages whose files YouTube refuses. Only a PNG has no quality that can be lower. */
  const tooLarge: string[] = [];
  let last = '';
  const measure = (file: ExportedFile): ExportedFile => {
    if (settings.format !== 'psd' && file.blob.size >= EXPORT_LIMITS[settings.limit]) tooLarge.push(last);
    return file;
  };
  return saveZip({
    name: languagesZipName(exportFileName(settings.name, settings.size, settings.format)),
    count: languages.length,
    makeFiles: ({ signal, start, fail }) =>
      exportLanguages(finished, {
        ...{ languages, signal },
        toFile: async (shown) => measure(await exportFile(shown, settings, signal)),
        onStart: (language) => {
          last = nameLanguage(language);
          start(last);
        },
        onFailure: (language, error) => fail(nameLanguage(language), error),
      }),
    listNotes: () => [...describeTooLarge(tooLarge, settings), ...describeUnconfirmed(design)],
  });
}

const describeTooLarge = (languages: readonly string[], { limit }: FileSettings): string[] =>
  languages.length === 0 ? [] : [`${describeLimit(limit)}: ${listWithVerb(languages)} larger.`];

/** Names the languages whose shown words the creator has not confirmed. */
function describeUnconfirmed(design: Design): string[] {
  const translations = listTexts(design).flatMap((layer) => Object.entries(layer.translations ?? {}));
  const unconfirmed = new Set(
    translations.flatMap(([language, { review }]) => (review === undefined ? [] : [nameLanguage(language)])),
  );
  return unconfirmed.size === 0 ? [] : [`You have not confirmed the words in ${listNames(unconfirmed)}.`];
}
