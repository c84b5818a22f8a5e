import { ConnectionError } from './errors.ts';
import { request } from './request.ts';

/** One megapixel is below 1 MB: enough time for an uplink of 10 kB per second. */
const UPLOAD_TIMEOUT_MS = 100_000;

interface UploadOptions {
  signal: AbortSignal;
  /** Receives the uploaded share, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a JPEG as a reference image.
 * @returns its id, which is valid for a day.
 * @throws the errors of `request`; ConnectionError when the storage does not accept the upload.
 */
export async function uploadReferenceImage(
  image: Blob,
  { signal, onProgress }: UploadOptions,
): Promise<string> {
  const body = { contentType: 'image/jpeg', bytes: image.size } as const;
  const { id, upload } = await request('createReferenceImage', { body }, { signal });
  await put(upload, image, { signal, onProgress });
  return id;
}

/** Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function put(
  { url, headers }: { url: string; headers: Record<string, string> },
  image: Blob,
  { signal, onProgress }: UploadOptions,
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
