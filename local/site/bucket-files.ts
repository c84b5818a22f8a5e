/** A file of a site's bucket: bytes, and the Cache-Control that its deployment gave it. */
export interface SiteFile {
  bytes: Buffer;
  cacheControl: string | undefined;
}

/** What the bucket deployments of the template have put into the buckets: `bucket -> path -> file`. */
export class BucketFiles {
  readonly #buckets = new Map<string, Map<string, SiteFile>>();

  put(bucket: string, path: string, file: SiteFile): void {
    const files = this.#buckets.get(bucket) ?? new Map<string, SiteFile>();
    this.#buckets.set(bucket, files.set(path, file));
  }

  find(bucket: string, path: string): SiteFile | undefined {
    return this.#buckets.get(bucket)?.get(path);
  }

  /** Adds fields to a JSON file, in whichever bucket it is. */
  addSettings(path: string, settings: Record<string, unknown>): void {
    for (const files of this.#buckets.values()) {
      const file = files.get(path);
      if (file === undefined) continue;
      const given = JSON.parse(file.bytes.toString()) as Record<string, unknown>;
      files.set(path, { ...file, bytes: Buffer.from(JSON.stringify({ ...given, ...settings })) });
    }
  }
}
