/** A file in the bucket of a site, with the Cache-Control header that the deployment set. */
export interface SiteFile {
  bytes: Buffer;
  cacheControl: string | undefined;
}

/** The files that the template's bucket deployments have copied: `bucket -> path -> file`. */
export class BucketFiles {
  readonly #buckets = new Map<string, Map<string, SiteFile>>();

  put(bucket: string, path: string, file: SiteFile): void {
    const files = this.#buckets.get(bucket) ?? new Map<string, SiteFile>();
    this.#buckets.set(bucket, files.set(path, file));
  }

  find(bucket: string, path: string): SiteFile | undefined {
    return this.#buckets.get(bucket)?.get(path);
  }

  /** Adds fields to a JSON file in every bucket that has the file. */
  addSettings(path: string, settings: Record<string, unknown>): void {
    for (const files of this.#buckets.values()) {
      const file = files.get(path);
      if (file === undefined) continue;
      const given = JSON.parse(file.bytes.toString()) as Record<string, unknown>;
      files.set(path, { ...file, bytes: Buffer.from(JSON.stringify({ ...given, ...settings })) });
    }
  }
}
