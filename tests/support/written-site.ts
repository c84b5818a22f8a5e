import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The least that deploys as a site, where the pages themselves are not the matter. @returns the folder */
export async function writeSite(folder: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Thumbforge</title>');
  await writeFile(join(folder, 'assets', 'app.js'), 'export {};');
  return folder;
}
