import { downloadZip } from 'client-zip';
import type { ExportedFile } from './exported-file.ts';

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
  const incomplete = files.reduce((sum, file) => sum + (file.incomplete ?? 0), 0);
  return { name: ZIP_NAME, blob: await zipFiles(files), incomplete };
}

/** Makes one zip of several files, in their order. Import it lazily. Files of one name get a number behind it. */
export function zipFiles(files: readonly ExportedFile[]): Promise<Blob> {
  return downloadZip(
    withUniqueNames(files).map(({ name, blob }) => ({ name, input: blob, lastModified: new Date() })),
  ).blob();
}

function withUniqueNames(files: readonly ExportedFile[]): ExportedFile[] {
  const taken = new Set<string>();
  return files.map(({ name, blob }) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = name.replace(/(?=\.\w+$)/, `-${number}`);
    taken.add(unique);
    return { name: unique, blob };
  });
}
