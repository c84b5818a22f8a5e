import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, readIfPresent } from './state-file.ts';

const OWN = String(process.pid);

/**
 * Reserves a data folder for this process. Two clouds with the same folder would overwrite each other's state.
 * @returns a function that releases the folder.
 * @throws Error with a sentence if another process uses the folder.
 */
export function reserveDataFolder(folder: string): () => void {
  const file = join(folder, 'process');
  // Only the process that has created the guard reads and replaces the file.
  const guard = `${file}.guard`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!createFile(guard)) throw new Error(describeOwner(undefined, folder, guard));
  try {
    requireUnused(file, folder);
    writeOwn(file);
  } finally {
    rmSync(guard);
  }
  return () => deleteOwn(file);
}

/** @returns false if the file exists, so that only one of several processes creates it. */
function createFile(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** @throws Error with a sentence, unless the file is absent or belongs to a process that ended without releasing the folder. */
function requireUnused(file: string, folder: string): void {
  const content = readContent(file);
  if (content === undefined) return;
  const owner = parseId(content);
  if (owner === undefined || (content !== OWN && isRunning(owner)))
    throw new Error(describeOwner(owner, folder, file));
}

function writeOwn(file: string): void {
  try {
    writeFileSync(file, OWN);
  } catch (error) {
    // On a full disk the file is empty, and would reserve the folder for nobody.
    rmSync(file, { force: true });
    throw error;
  }
}

function deleteOwn(file: string): void {
  if (readContent(file) === OWN) rmSync(file, { force: true });
}

/** @returns undefined if the file does not exist, and an empty text if the file cannot be read, e.g. because it is a folder. */
function readContent(file: string): string | undefined {
  try {
    return readIfPresent(file);
  } catch {
    return '';
  }
}

const parseId = (content: string): number | undefined =>
  /^[1-9]\d*$/.test(content) ? Number(content) : undefined;

/** Reports whether a process runs. @param id the id of the process. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // A process of another user runs, but accepts no signal.
    return hasCode(error, 'EPERM');
  }
}

function describeOwner(owner: number | undefined, folder: string, file: string): string {
  const [use, other] =
    owner === undefined
      ? ['Another process may use', 'no other process uses the data']
      : [`Process ${owner} uses`, `process ${owner} is another program`];
  return `${use} the data in ${folder}. Stop this process, or choose another folder with THUMBFORGE_DATA=…. If ${other}, delete ${file}.`;
}
