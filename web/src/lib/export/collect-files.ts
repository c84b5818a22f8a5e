import { downloadZip } from 'client-zip';
import type { ExportedFile } from './exported-file.ts';
import { addToFileName } from './add-to-file-name.ts';

const ZIP_NAME = 'thumbnails.zip';

/** One file, or a zip of several. They are made one after another, because a phone has little memory. */
export async function collectFiles<Source>(
  sources: readonly Source[],
  toFile: (source: Source) => Promise<ExportedFile>,
): Promise<ExportedFile> {
  const files: ExportedFile[] = [];
  for (const source of sources) files.push(await toFile(source));
  const [first] = files;
  if (first && files.length === 1) return first;
  const count = (name: 'incomplete' | 'languages') => files.reduce((sum, file) => sum + (file[name] ?? 0), 0);
  return {
    name: ZIP_NAME,
    blob: await zipFiles(files),
    incomplete: count('incomplete'),
    languages: count('languages'),
  };
}

/**
 * Makes one zip of several files, in their order, and asks for each file when the file before it is in the zip. Import it lazily. Files
 * of one name get a number behind it.
 */
export const zipFiles = (files: Iterable<ExportedFile> | AsyncIterable<ExportedFile>): Promise<Blob> =>
  downloadZip(withUniqueNames(files)).blob();

async function* withUniqueNames(files: Iterable<ExportedFile> | AsyncIterable<ExportedFile>) {
  const taken = new Set<string>();
  for await (const { name, blob } of files) {
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = addToFileName(name, String(number));
    taken.add(unique);
    yield { name: unique, input: blob, lastModified: new Date() };
  }
}
