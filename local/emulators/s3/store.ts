/** What S3 keeps about an object besides its bytes. */
export interface ObjectRecord {
  key: string;
  /** MD5 of the bytes in hex, as S3 does for a single upload; without the quotes of the header. */
  etag: string;
  size: number;
  /** Epoch milliseconds, whole seconds: neither HTTP dates nor S3's listings say more. */
  lastModified: number;
  /** The headers GetObject gives back as they came: `content-type`, `x-amz-meta-*` and so on. */
  headers: Record<string, string>;
}

export interface StoredObject {
  record: ObjectRecord;
  body: Buffer;
}

/** The objects of one bucket. Each call is atomic: an object is there whole, old or new, or not at all. */
export interface ObjectStore {
  read(key: string): Promise<StoredObject | undefined>;
  /**
   * @param onlyIfAbsent leaves an object that is already there alone
   * @returns whether it was written
   */
  write(object: StoredObject, onlyIfAbsent: boolean): Promise<boolean>;
  /** Deleting what is not there is fine. */
  remove(key: string): Promise<void>;
  /** In no particular order. */
  list(): Promise<ObjectRecord[]>;
}

/** Objects that are gone with the process. Nothing in it waits, so no two calls interleave. */
export class MemoryStore implements ObjectStore {
  readonly #objects = new Map<string, StoredObject>();

  read(key: string): Promise<StoredObject | undefined> {
    return Promise.resolve(this.#objects.get(key));
  }

  write(object: StoredObject, onlyIfAbsent: boolean): Promise<boolean> {
    if (onlyIfAbsent && this.#objects.has(object.record.key)) return Promise.resolve(false);
    this.#objects.set(object.record.key, object);
    return Promise.resolve(true);
  }

  remove(key: string): Promise<void> {
    this.#objects.delete(key);
    return Promise.resolve();
  }

  list(): Promise<ObjectRecord[]> {
    return Promise.resolve([...this.#objects.values()].map(({ record }) => record));
  }
}
