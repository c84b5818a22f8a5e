import { mkdtemp, rm } from 'node:fs/promises';
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
