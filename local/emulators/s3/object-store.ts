import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const objectRecord = z.object({
  key: z.string(),
  /** MD5 of the bytes in hex, as for a single upload on S3; without the quotes of the header. */
  etag: z.string(),
  size: z.number(),
  /** Epoch milliseconds in whole seconds: HTTP dates and S3's listings have no fractions. */
  lastModified: z.number(),
  /** The headers that GetObject returns: `content-type`, `x-amz-meta-*` and so on. */
  headers: z.record(z.string(), z.string()),
});
export type ObjectRecord = z.infer<typeof objectRecord>;

export interface StoredObject {
  record: ObjectRecord;
  body: Buffer;
}

/** The objects of one bucket. Each call is atomic: a reader gets the old object, the new one or none. */
export interface ObjectStore {
  read(key: string): Promise<StoredObject | undefined>;
  write(object: StoredObject): Promise<void>;
  /** Does nothing when the key does not exist. */
  remove(key: string): Promise<void>;
  /** In no particular order. */
  list(): Promise<ObjectRecord[]>;
}

/** Loses its objects when the process ends. */
export class MemoryStore implements ObjectStore {
  readonly #objects = new Map<string, StoredObject>();

  read(key: string): Promise<StoredObject | undefined> {
    return Promise.resolve(this.#objects.get(key));
  }

  write(object: StoredObject): Promise<void> {
    this.#objects.set(object.record.key, object);
    return Promise.resolve();
  }

  remove(key: string): Promise<void> {
    this.#objects.delete(key);
    return Promise.resolve();
  }

  list(): Promise<ObjectRecord[]> {
    return Promise.resolve([...this.#objects.values()].map(({ record }) => record));
  }
}

/** No record is longer: a key has at most 1 KB, and node:http accepts at most 16 KB of headers. */
const MAX_RECORD_BYTES = 64 * 1024;

const TEMPORARY = '.tmp';
const OBJECT_FILE = /^[0-9a-f]{64}$/;

/**
 * Stores a bucket in a directory and an object in a file: its record as a line of JSON, then its bytes.
 *
 * Record and bytes share a file so that one `rename` replaces both. A killed process leaves the old object or the
 * new one, and at worst a temporary file, which the next start removes. The file name is the hash of the key, so
 * that no key can escape the directory.
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
    const file = await undefinedIfMissing(readFile(this.#pathFor(key)));
    if (file === undefined) return undefined;
    const end = file.indexOf('\n');
    return { record: parseRecord(file.subarray(0, end)), body: file.subarray(end + 1) };
  }

  async write({ record, body }: StoredObject): Promise<void> {
    const file = this.#pathFor(record.key);
    const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
    try {
      // The data is flushed before the rename: a power failure must not leave the name on an empty file.
      await writeFile(temporary, [JSON.stringify(record), '\n', body], { flush: true });
      await rename(temporary, file);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathFor(key), { force: true });
  }

  async list(): Promise<ObjectRecord[]> {
    const files = (await readdir(this.#directory)).filter((name) => OBJECT_FILE.test(name));
    const records: ObjectRecord[] = [];
    for (const file of files) {
      const record = await readRecord(join(this.#directory, file));
      if (record !== undefined) records.push(record);
    }
    return records;
  }

  #pathFor(key: string): string {
    return join(this.#directory, createHash('sha256').update(key).digest('hex'));
  }
}

/** Reads the first line only: a listing does not need the bytes. */
async function readRecord(file: string): Promise<ObjectRecord | undefined> {
  const handle = await undefinedIfMissing(open(file));
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_RECORD_BYTES), 0, MAX_RECORD_BYTES, 0);
    return parseRecord(buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf('\n')));
  } finally {
    await handle.close();
  }
}

function parseRecord(line: Buffer): ObjectRecord {
  return objectRecord.parse(JSON.parse(line.toString()));
}

/** Another request may delete an object at any time. */
async function undefinedIfMissing<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
