import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { link, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ObjectRecord, ObjectStore, StoredObject } from './store.ts';

const recordSchema = z.object({
  key: z.string(),
  etag: z.string(),
  size: z.number(),
  lastModified: z.number(),
  headers: z.record(z.string(), z.string()),
}) satisfies z.ZodType<ObjectRecord>;

/** No record is longer: a key is at most 1 KB, and node:http takes at most 16 KB of headers. */
const MAX_RECORD_BYTES = 64 * 1024;

const TEMPORARY = '.tmp';
const OBJECT_FILE = /^[0-9a-f]{64}$/;

/**
 * One bucket in one directory, one object in one file: its record as a line of JSON, then its bytes.
 *
 * Record and bytes share a file so that one `rename` replaces both. A process killed at any moment leaves the
 * old object or the new one, and at worst a temporary file, which the next start removes. The file is named by
 * the hash of the key, so no key can reach outside the directory.
 */
export class DiskStore implements ObjectStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    const abandoned = readdirSync(directory).filter((name) => name.endsWith(TEMPORARY));
    for (const name of abandoned) rmSync(join(directory, name));
  }

  async read(key: string): Promise<StoredObject | undefined> {
    const file = await orMissing(readFile(this.#file(key)));
    if (file === undefined) return undefined;
    const end = file.indexOf('\n');
    return { record: parseRecord(file.subarray(0, end)), body: file.subarray(end + 1) };
  }

  async write({ record, body }: StoredObject, onlyIfAbsent: boolean): Promise<boolean> {
    const file = this.#file(record.key);
    const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
    try {
      // Flushed before it gets its name: a power cut must not leave the name on an empty file.
      await writeFile(temporary, [JSON.stringify(record), '\n', body], { flush: true });
      if (onlyIfAbsent) return await linkIfAbsent(temporary, file);
      await rename(temporary, file);
      return true;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#file(key), { force: true });
  }

  async list(): Promise<ObjectRecord[]> {
    const records: ObjectRecord[] = [];
    for (const name of await readdir(this.#directory)) {
      if (!OBJECT_FILE.test(name)) continue;
      const record = await readRecord(join(this.#directory, name));
      if (record !== undefined) records.push(record);
    }
    return records;
  }

  #file(key: string): string {
    return join(this.#directory, createHash('sha256').update(key).digest('hex'));
  }
}

/** Unlike `rename`, `link` refuses to replace, and it is as atomic. */
async function linkIfAbsent(temporary: string, file: string): Promise<boolean> {
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** The first line only: a listing has no use for the bytes. */
async function readRecord(file: string): Promise<ObjectRecord | undefined> {
  const handle = await orMissing(open(file));
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_RECORD_BYTES), 0, MAX_RECORD_BYTES, 0);
    return parseRecord(buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf('\n')));
  } finally {
    await handle.close();
  }
}

function parseRecord(line: Buffer): ObjectRecord {
  return recordSchema.parse(JSON.parse(line.toString()));
}

/** Another request may delete an object between a look and the next; that is not a failure. */
async function orMissing<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
