import type { ExportedFile } from '../export/exported-file.ts';
import { addToFileName } from '../export/add-to-file-name.ts';
import type { MarkedImage } from './finished-image.ts';
import { listTexts, loadFonts } from './fonts.ts';
import { listTextsIn, showInLanguage } from './show-in-language.ts';

interface ExportLanguagesOptions {
  /** Undefined for the original words. */
  languages: readonly (string | undefined)[];
  toFile: (shown: MarkedImage) => Promise<ExportedFile>;
  signal: AbortSignal;
  /** Runs before each file. */
  onStart: (language: string | undefined) => void;
  /** Runs if a file could not be made. The other files are made nevertheless. */
  onFailure: (language: string | undefined, error: unknown) => void;
}

/**
 * Exports a finished image in several languages, one file after another, because a phone has little memory. The mark is the same in each
 * language, because only words differ.
 * @throws the reason of the signal
 */
export async function* exportLanguages(
  finished: MarkedImage,
  { languages, toFile, signal, onStart, onFailure }: ExportLanguagesOptions,
): AsyncGenerator<ExportedFile> {
  for (const language of languages) {
    signal.throwIfAborted();
    onStart(language);
    const file = await drawIn(finished, language)
      .then(toFile)
      .catch((error: unknown) => onFailure(language, error));
    signal.throwIfAborted();
    if (file) yield language === undefined ? file : { ...file, name: addToFileName(file.name, language) };
  }
}

/** Returns a finished image as the page shows it in a language. @throws FontsNotLoadedError */
async function drawIn(finished: MarkedImage, language: string | undefined): Promise<MarkedImage> {
  const { design } = finished;
  const translated = language === undefined ? [] : listTextsIn(design, language);
  await loadFonts([...listTexts(design), ...translated]);
  return { ...finished, design: showInLanguage(design, language) };
}
