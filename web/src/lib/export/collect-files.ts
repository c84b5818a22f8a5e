import type { ExportedFile } from './export-thumbnail.ts';
import { zipFiles } from './zip-files.ts';

const ZIP_NAME = 'thumbnails.zip';

/** One file, or a zip of several. They are made one after another, because a phone has little memory. */
export async function collectFiles<Source>(
  sources: readonly Source[],
  toFile: (source: Source) => Promise<ExportedFile>,
): Promise<ExportedFile> {
  const files: ExportedFile[] = [];
  for (const source of sources) files.push(await toFile(source));
  const [first] = files;
  return first && files.length === 1 ? first : { name: ZIP_NAME, blob: await zipFiles(files) };
}
