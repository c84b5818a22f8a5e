import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the smallest site that the stack can deploy, for tests that do not open its pages. @returns the folder. */
export async function writeMinimalSite(folder: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Thumbforge</title>');
  await writeFile(join(folder, 'assets', 'app.js'), 'export {};');
  return folder;
}
