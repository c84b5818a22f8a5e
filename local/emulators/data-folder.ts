import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, readIfPresent } from './state-file.ts';

const ATTEMPTS = 2;
const OWN = String(process.pid);

/**
 * Reserves a data folder for this process. Two clouds with the same folder would overwrite each other's state.
 * @returns a function that releases the folder.
 * @throws Error with a sentence if another process uses the folder.
 */
export function reserveDataFolder(folder: string): () => void {
  const file = join(folder, 'process');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (createFile(file)) return () => deleteOwn(file);
    deleteStale(file, folder);
  }
  throw new Error(describeOwner(undefined, folder, file));
}

/** @returns false if the file exists, so that only one of several processes creates it. */
function createFile(file: string): boolean {
  const descriptor = openNew(file);
  if (descriptor === undefined) return false;
  try {
    writeSync(descriptor, OWN);
    return true;
  } catch (error) {
    // On a full disk the file is empty, and would reserve the folder for nobody.
    rmSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** @returns undefined if the file exists. */
function openNew(file: string): number | undefined {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined;
    throw error;
  }
}

/**
 * Deletes the file of a process that ended without releasing the folder.
 * @throws Error with a sentence if the file does not belong to such a process.
 */
function deleteStale(file: string, folder: string): void {
  const stale = readContent(file);
  if (stale === undefined) return;
  const owner = parseId(stale);
  if (owner === undefined || (stale !== OWN && isRunning(owner)))
    throw new Error(describeOwner(owner, folder, file));
  // Another process can delete the stale file and create its own file here. A renamed file is out of reach of other processes.
  const renamed = `${file}.${OWN}`;
  try {
    renameSync(file, renamed);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const content = readContent(renamed);
  if (content === stale) {
    rmSync(renamed);
    return;
  }
  renameSync(renamed, file);
  throw new Error(describeOwner(parseId(content), folder, file));
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

const parseId = (content = ''): number | undefined =>
  /^[1-9]\d*$/.test(content) ? Number(content) : undefined;

function isRunning(id: number): boolean {
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
