import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The content hash of each file, by its path. */
export type FileHashes = Readonly<Record<string, string>>;

export function hashBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** Lists all files in a folder. Returns none if the folder does not exist, and the file itself for the path of a file. */
export function listFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return stats === undefined ? [] : [path];
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)));
}

/** Hashes files synchronously: a thousand small files take a tenth of the time of asynchronous reads. */
export function hashFiles(paths: readonly string[]): FileHashes {
  return Object.fromEntries(paths.toSorted().map((path) => [path, hashFile(path)]));
}

export const areEqual = (one: FileHashes, other: FileHashes): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns "missing" for a file that does not exist, so that the creation of the file changes the hash. */
function hashFile(path: string): string {
  try {
    return hashBytes(readFileSync(path));
  } catch {
    return 'missing';
  }
}
