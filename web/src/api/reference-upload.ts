import { createStore } from '../lib/store.ts';
import { explain } from './error-sentences.ts';
import { ConnectionError } from './errors.ts';
import { prepareImage } from './prepare-image.ts';
import type { UploadUse } from './prepare-image.ts';
import { request } from './request.ts';

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
  readonly #userId: string;
  readonly #state = createStore<UploadState>(() => ({ status: 'preparing' }));
  readonly #cancelled = new AbortController();
  #prepared: Blob | undefined;
  #id: Promise<string> | undefined;
  #uploadedAt = Infinity;
  #uploadedId: string | undefined;

  /** @param userId the user whose image it is */
  constructor(file: File, use: UploadUse, userId: string) {
    this.#file = file;
    this.#use = use;
    this.#userId = userId;
  }

  readonly getState = this.#state.get;
  readonly subscribe = this.#state.subscribe;

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
    this.#state.set({ status: 'preparing' });
    try {
      this.#prepared ??= await prepareImage(this.#file, this.#use);
      signal.throwIfAborted();
      const onProgress = (share: number) => this.#state.set({ status: 'uploading', share });
      const id = await uploadReferenceImage(this.#prepared, { signal, onProgress, userId: this.#userId });
      this.#uploadedAt = Date.now();
      this.#uploadedId = id;
      this.#state.set({ status: 'ready' });
      return id;
    } catch (error) {
      this.#id = undefined;
      this.#state.set({ status: 'failed', reason: explain(error) });
      throw error;
    }
  }
}

/** One megapixel is below 1 MB: enough time for an uplink of 10 kB per second. */
const UPLOAD_TIMEOUT_MS = 100_000;

interface UploadOptions {
  signal: AbortSignal;
  /** Receives the uploaded share, 0 to 1. */
  onProgress: (share: number) => void;
  /** The user whose image it is. Another user may have signed in while the image was prepared. */
  userId: string;
}

/**
 * Uploads a JPEG, or a PNG of a picture, as a reference image.
 * @returns its id, which is valid for a day.
 * @throws the errors of `request`; ConnectionError when the storage does not accept the upload.
 */
export async function uploadReferenceImage(
  image: Blob,
  { signal, onProgress, userId }: UploadOptions,
): Promise<string> {
  const contentType = image.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const body = { contentType, bytes: image.size } as const;
  const { id, upload } = await request('createReferenceImage', { body }, { signal, userId });
  await put(upload, image, { signal, onProgress });
  return id;
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function put(
  { url, headers }: { url: string; headers: Record<string, string> },
  image: Blob,
  { signal, onProgress }: Omit<UploadOptions, 'userId'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const call = new XMLHttpRequest();
    const onAbort = () => call.abort();
    call.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.timeout = UPLOAD_TIMEOUT_MS;
    call.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    call.onloadend = () => {
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) reject(signal.reason as Error);
      // 412: the image is stored already. A browser repeats a PUT whose connection was closed.
      else if ((call.status >= 200 && call.status < 300) || call.status === 412) resolve();
      // The status is 0 after a lost connection and after the timeout.
      else reject(new ConnectionError());
    };
    signal.addEventListener('abort', onAbort, { once: true });
    onProgress(0);
    call.send(image);
  });
}
