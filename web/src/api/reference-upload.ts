import { explain } from './error-sentences.ts';
import { uploadReferenceImage } from './upload-reference-image.ts';
import { prepareImage } from './prepare-image.ts';
import type { UploadUse } from './prepare-image.ts';

/** The server deletes an upload after a day. An older one is uploaded again. */
const MAX_AGE_MS = 23 * 3_600_000;

export type UploadState =
  | { status: 'preparing' }
  /** `share` is the uploaded part, 0 to 1. */
  | { status: 'uploading'; share: number }
  | { status: 'ready' }
  | { status: 'failed'; reason: string };

/** The upload of one image for one purpose. It starts with the first call of `getId`. */
export class ReferenceUpload {
  readonly #file: File;
  readonly #use: UploadUse;
  #state: UploadState = { status: 'preparing' };
  readonly #listeners = new Set<() => void>();
  readonly #cancelled = new AbortController();
  #prepared: Blob | undefined;
  #id: Promise<string> | undefined;
  #uploadedAt = Infinity;
  #uploadedId: string | undefined;

  constructor(file: File, use: UploadUse) {
    this.#file = file;
    this.#use = use;
  }

  readonly getState = (): UploadState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Uploads the image if no upload is running or valid.
   * @param options.expiredId an upload that the server no longer has. Several generations may report the same one.
   * @throws UnusableImageError; the errors of `uploadReferenceImage`.
   */
  getId({ expiredId }: { expiredId?: string | undefined } = {}): Promise<string> {
    const isExpired = expiredId !== undefined && expiredId === this.#uploadedId;
    if (isExpired || Date.now() - this.#uploadedAt > MAX_AGE_MS) this.#id = undefined;
    this.#id ??= this.#upload();
    return this.#id;
  }

  cancel(): void {
    this.#cancelled.abort();
  }

  async #upload(): Promise<string> {
    const { signal } = this.#cancelled;
    this.#uploadedAt = Infinity;
    this.#uploadedId = undefined;
    this.#setState({ status: 'preparing' });
    try {
      this.#prepared ??= await prepareImage(this.#file, this.#use);
      signal.throwIfAborted();
      const onProgress = (share: number) => this.#setState({ status: 'uploading', share });
      const id = await uploadReferenceImage(this.#prepared, { signal, onProgress });
      this.#uploadedAt = Date.now();
      this.#uploadedId = id;
      this.#setState({ status: 'ready' });
      return id;
    } catch (error) {
      this.#id = undefined;
      this.#setState({ status: 'failed', reason: explain(error) });
      throw error;
    }
  }

  #setState(state: UploadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
