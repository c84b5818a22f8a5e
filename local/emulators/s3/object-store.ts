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
  /** The MD5 of the bytes in hex, as S3 computes it for a single upload, without the quotes of the header. */
  etag: z.string(),
  size: z.number(),
  /** The time of the last change, in epoch milliseconds rounded to whole seconds. HTTP dates and S3's lists have no fractions. */
  lastModified: z.number(),
  /** The headers that GetObject returns, such as `content-type`. */
  headers: z.record(z.string(), z.string()),
  /** The id of the version, in a bucket with versions. A later version has a greater id. */
  versionId: z.string().default('null'),
  /** True for a delete marker. */
  isMarker: z.boolean().default(false),
});
export type ObjectRecord = z.infer<typeof objectRecord>;

/** The fields that a caller sets when it writes an object. */
type NewRecord = Omit<ObjectRecord, 'lastModified' | 'versionId' | 'isMarker'>;

interface Version {
  record: ObjectRecord;
  /** The bytes, or the path of the file with the bytes. */
  content: Buffer | string;
}

interface StoreOptions {
  /** The directory that keeps the objects between runs. @default in memory */
  directory: string | undefined;
  isVersioned: boolean;
}

const TEMPORARY = '.tmp';
const OBJECT_FILE = /^[0-9a-f]{64}$/;
/** The largest record in a file. Each record is smaller, because a key has at most 1,024 bytes. */
const MAX_RECORD_BYTES = 16_384;
/** The separator between the key and the id of an older version in an earlier format. */
const SEPARATOR = '\0';

let count = 0;

/**
 * The objects of one bucket. A reader gets the old object, the new object or no object: a file and the list of versions change together,
 * without a wait between the two changes.
 *
 * On disk, an object is a file. The file has the record as a line of JSON, and then the bytes, so that one `rename` replaces both. If the
 * process is killed, the directory has the old object or the new object, and at worst also a temporary file, which the next start removes.
 * The name of the file is a hash, so that no key can escape the directory.
 */
export class ObjectStore {
  readonly #options: StoreOptions;
  /** The versions by key, the newest version first. */
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

  /** @returns undefined if the key does not exist or is deleted. */
  read(key: string): { record: ObjectRecord; body: Buffer } | undefined {
    const [newest] = this.#versions.get(key) ?? [];
    if (newest === undefined || newest.record.isMarker) return undefined;
    const { record, content } = newest;
    if (typeof content !== 'string') return { record, body: content };
    const file = readFileSync(content);
    return { record, body: file.subarray(file.indexOf('\n') + 1) };
  }

  /** Adds a version. In a bucket without versions, replaces the object. */
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
      // The data is flushed before the rename: after a power failure, the name must not belong to an empty file.
      await writeFile(temporary, [JSON.stringify(record), '\n', body], { flush: true });
      renameSync(temporary, path);
      this.#add({ record, content: path });
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Deletes one version permanently. Without a version id, adds a delete marker. In a bucket without versions, deletes the object. */
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

  /** Lists the versions of all keys with a prefix, sorted by key, the newest version of each key first. */
  list(prefix: string): { record: ObjectRecord; isLatest: boolean }[] {
    return [...this.#versions]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, versions]) => versions.map(({ record }, age) => ({ record, isLatest: age === 0 })));
  }

  #add(version: Version): void {
    const { key, versionId: added } = version.record;
    // The id is already in the list only if the bucket has no versions.
    const others = (this.#versions.get(key) ?? []).filter(({ record }) => record.versionId !== added);
    const versions = [version, ...others].sort((one, other) =>
      getOrder(one.record) > getOrder(other.record) ? -1 : 1,
    );
    this.#versions.set(key, versions);
  }
}

/** Returns the order of a version. A version from before the bucket kept versions is the oldest version. */
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
