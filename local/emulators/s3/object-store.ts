import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const objectRecord = z.object({
  key: z.string(),
  /** MD5 of the bytes in hex, as for a single upload on S3; without the quotes of the header. */
  etag: z.string(),
  size: z.number(),
  /** Epoch milliseconds in whole seconds: HTTP dates and S3's listings have no fractions. */
  lastModified: z.number(),
  /** The headers that GetObject returns, such as `content-type`. */
  headers: z.record(z.string(), z.string()),
  /** In a bucket with versions. Later ones are greater. */
  versionId: z.string().default('null'),
  /** Whether it is a delete marker. */
  isMarker: z.boolean().default(false),
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

  read(key: string): Promise<StoredObject | undefined> {
    return readObject(this.#pathFor(key));
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
      const object = await readObject(join(this.#directory, file));
      if (object !== undefined) records.push(object.record);
    }
    return records;
  }

  #pathFor(key: string): string {
    return join(this.#directory, createHash('sha256').update(key).digest('hex'));
  }
}

/** @returns undefined when the file is missing: another request may delete an object at any time. */
async function readObject(path: string): Promise<StoredObject | undefined> {
  try {
    const file = await readFile(path);
    const end = file.indexOf('\n');
    const record = objectRecord.parse(JSON.parse(file.toString('utf8', 0, end)));
    return { record, body: file.subarray(end + 1) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
