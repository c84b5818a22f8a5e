import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent } from './state-file.ts';

/**
 * Reserves a data folder for this process. Two clouds with the same folder would overwrite each other's state.
 * @returns a function that releases the folder.
 * @throws Error with a sentence if another process uses the folder.
 */
export function reserveDataFolder(folder: string): () => void {
  const file = join(folder, 'process');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = Number(readIfPresent(file) ?? NaN);
  if (owner !== process.pid && isRunning(owner)) throw new Error(describeOwner(owner, folder, file));
  // The process that wrote the file has ended without releasing the folder.
  rmSync(file, { force: true });
  // Of two processes that come here at the same time, the second process fails.
  writeFileSync(file, String(process.pid), { flag: 'wx' });
  return () => rmSync(file, { force: true });
}

function isRunning(id: number): boolean {
  if (!(id > 0)) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // A process of another user runs, but accepts no signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const describeOwner = (owner: number, folder: string, file: string): string =>
  `Process ${owner} uses the data in ${folder}. Stop this process, or choose another folder with THUMBFORGE_DATA=…. If process ${owner} is another program, delete ${file}.`;
