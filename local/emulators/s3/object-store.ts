import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
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

/** What a caller knows of an object that it writes. */
type NewRecord = Omit<ObjectRecord, 'lastModified' | 'versionId' | 'isMarker'>;

interface Version {
  record: ObjectRecord;
  /** The bytes, or the path of the file that has them. */
  content: Buffer | string;
}

interface StoreOptions {
  /** Where the objects are kept between runs. @default in memory */
  directory: string | undefined;
  isVersioned: boolean;
}

const TEMPORARY = '.tmp';
const OBJECT_FILE = /^[0-9a-f]{64}$/;
/** Longer than any record: a key has 1,024 bytes at most. */
const MAX_RECORD_BYTES = 16_384;
/** An earlier format has it between the key of an older version and its id. */
const SEPARATOR = '\0';

let count = 0;

/**
 * The objects of one bucket. A reader gets the old object, the new one or none: a file and the list of versions change together,
 * without a wait between them.
 *
 * On disk, an object is a file: its record as a line of JSON, then its bytes, so that one `rename` replaces both. A killed process
 * leaves the old object or the new one, and at worst a temporary file, which the next start removes. The name of the file is a
 * hash, so that no key can escape the directory.
 */
export class ObjectStore {
  readonly #options: StoreOptions;
  /** By key, the newest version first. */
  readonly #versions = new Map<string, Version[]>();

  constructor(options: StoreOptions) {
    this.#options = options;
    const { directory } = options;
    if (directory === undefined) return;
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      if (name.endsWith(TEMPORARY)) rmSync(path);
      if (OBJECT_FILE.test(name)) this.#add({ record: readRecord(path), content: path });
    }
  }

  /** @returns undefined if the key does not exist, or is deleted. */
  read(key: string): { record: ObjectRecord; body: Buffer } | undefined {
    const [newest] = this.#versions.get(key) ?? [];
    if (newest === undefined || newest.record.isMarker) return undefined;
    const { record, content } = newest;
    if (typeof content !== 'string') return { record, body: content };
    const file = readFileSync(content);
    return { record, body: file.subarray(file.indexOf('\n') + 1) };
  }

  /** Adds a version. Without versions, it replaces the object. */
  async write(given: NewRecord, body: Buffer, now: number, isMarker = false): Promise<void> {
    const { directory, isVersioned } = this.#options;
    const { key } = given;
    count += 1;
    const versionId = isVersioned ? `${now}.${String(count).padStart(9, '0')}` : 'null';
    const record = { ...given, lastModified: now - (now % 1000), versionId, isMarker };
    if (directory === undefined) {
      this.#add({ record, content: body });
      return;
    }
    const unique = isVersioned ? `${key}${SEPARATOR}${versionId}` : key;
    const path = join(directory, createHash('sha256').update(unique).digest('hex'));
    const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
    try {
      // The data is flushed before the rename: a power failure must not leave the name on an empty file.
      await writeFile(temporary, [JSON.stringify(record), '\n', body], { flush: true });
      renameSync(temporary, path);
      this.#add({ record, content: path });
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Deletes one version for good, or, without its id, adds a delete marker. Without versions, it deletes the object. */
  async delete(key: string, versionId: string | undefined, now: number): Promise<void> {
    if (versionId === undefined && this.#options.isVersioned) {
      await this.write({ key, etag: '', size: 0, headers: {} }, Buffer.alloc(0), now, true);
      return;
    }
    const versions = this.#versions.get(key) ?? [];
    const kept = versions.filter(({ record }) => versionId !== undefined && record.versionId !== versionId);
    if (kept.length === 0) this.#versions.delete(key);
    else this.#versions.set(key, kept);
    for (const version of versions) {
      if (!kept.includes(version) && typeof version.content === 'string') rmSync(version.content);
    }
  }

  /** The versions of the keys with a prefix, by key, the newest of each key first. */
  list(prefix: string): { record: ObjectRecord; isLatest: boolean }[] {
    return [...this.#versions]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, versions]) => versions.map(({ record }, age) => ({ record, isLatest: age === 0 })));
  }

  #add(version: Version): void {
    const { key, versionId: added } = version.record;
    // Only a bucket without versions has an id twice.
    const others = (this.#versions.get(key) ?? []).filter(({ record }) => record.versionId !== added);
    const versions = [version, ...others].sort((one, other) =>
      getOrder(one.record) > getOrder(other.record) ? -1 : 1,
    );
    this.#versions.set(key, versions);
  }
}

/** A version from the time before the bucket had any is the oldest. */
const getOrder = ({ versionId }: ObjectRecord) => (versionId === 'null' ? '' : versionId);

function readRecord(path: string): ObjectRecord {
  const start = Buffer.alloc(MAX_RECORD_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  const record = objectRecord.parse(JSON.parse(start.toString('utf8', 0, start.indexOf('\n'))));
  const [key = ''] = record.key.split(SEPARATOR);
  return { ...record, key };
}
