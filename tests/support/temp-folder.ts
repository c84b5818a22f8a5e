import { mkdtemp, rm, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `use` with a new temporary folder and removes the folder afterwards. */
export async function withTempFolder<T>(prefix: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}-`));
  try {
    return await use(folder);
  } finally {
    // A process that was killed may still be releasing files.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Writes the smallest site that the stack can deploy, for tests that do not open its pages. @returns the folder. */
export async function writeMinimalSite(folder: string): Promise<string> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Thumbforge</title>');
  await writeFile(join(folder, 'assets', 'app.js'), 'export {};');
  return folder;
}
