import { CodedError } from '../../platform/errors.ts';
import { readJpeg } from '../../platform/jpeg.ts';
import { buildYoutubeUrl, readBody, reportContentFailure, requestYoutube } from './youtube.ts';

/** A JPEG without metadata. */
interface Jpeg {
  image: Buffer;
  width: number;
  height: number;
}

const WIDESCREEN = 16 / 9;
/** An aspect ratio between 4:3 and 16:9. */
const NARROW = 1.5;

/**
 * Crops a thumbnail of 4:3 to 16:9. YouTube adds black bars above and below the image, and the model would copy the bars. Returns an image
 * of another shape unchanged.
 * @throws Error if the JPEG cannot be decoded.
 */
async function cropBlackBars({ image, width, height }: Jpeg): Promise<Buffer> {
  if (width < height || width / height > NARROW) return image;
  // The codec loads here, and not at the cold start, because few thumbnails need it.
  const { default: codec } = await import('jpeg-js');
  const { data } = codec.decode(image, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: 1,
    maxMemoryUsageInMB: 64,
  });
  const cropped = Math.round(width / WIDESCREEN);
  const top = Math.floor((height - cropped) / 2);
  // A pixel has four bytes.
  const rows = data.subarray(top * width * 4, (top + cropped) * width * 4);
  return codec.encode({ data: rows, width, height: cropped }, 90).data;
}

/** The sizes of a thumbnail, the best size first. Only the last size always exists. */
const SIZES = ['maxresdefault', 'hq720', 'sddefault', 'hqdefault'] as const;

/** The size of the preview: 320 x 180 without black bars. This size always exists. */
const PREVIEW = 'mqdefault';

/** The least width of a thumbnail. For a missing size, YouTube answers with a grey image of 120 x 90. */
const MIN_WIDTH = 320;
/** The most pixels of an input image for Stability's services ("Stability AI Image Services", Amazon Bedrock User Guide). */
const MAX_PIXELS = 9_437_184;

/**
 * The time limit of each size except the last size, in ms. It is shorter than the limit of the last size, so that a size without an answer
 * leaves time for the last size.
 */
const PREFERRED_TIMEOUT_MS = 2_000;

function buildPath(videoId: string, size: string): string {
  return `/vi/${videoId}/${size}.jpg`;
}

export function buildPreviewUrl(videoId: string): string {
  return buildYoutubeUrl({ host: 'images', path: buildPath(videoId, PREVIEW) }).href;
}

export async function hasThumbnail(videoId: string, signal: AbortSignal): Promise<boolean> {
  const path = buildPath(videoId, PREVIEW);
  const { status } = await requestYoutube({
    host: 'images',
    path,
    method: 'HEAD',
    statuses: [200, 404],
    signal,
  });
  return status === 200;
}

/**
 * Downloads the preview.
 * @returns undefined if the video has no thumbnail.
 * @throws CodedError `reference_unavailable`.
 */
export async function downloadPreview(videoId: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const path = buildPath(videoId, PREVIEW);
  const response = await requestYoutube({ host: 'images', path, statuses: [200, 404], signal });
  // It has no black bars, so that its functions need no codec.
  return readThumbnail(response, ({ image }) => image);
}

/**
 * Downloads the largest thumbnail of a video. Requests all sizes in parallel, and reads only one body. The caller aborts the signal to
 * cancel the other requests.
 * @returns a JPEG without black bars, or undefined if the video has no thumbnail.
 * @throws CodedError `reference_unavailable` if no size could be downloaded.
 */
export async function downloadThumbnail(videoId: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const attempts = SIZES.map((size) =>
    requestYoutube({
      host: 'images',
      path: buildPath(videoId, size),
      statuses: [200, 404],
      signal,
      ...(size !== SIZES.at(-1) && { timeoutMs: PREFERRED_TIMEOUT_MS }),
    }),
  );
  // The loop below handles the errors in the order of the sizes. Until then, the errors must not count as unhandled.
  for (const attempt of attempts) attempt.catch(() => undefined);
  let failure: CodedError | undefined;
  for (const attempt of attempts) {
    try {
      const thumbnail = await readThumbnail(await attempt, cropBlackBars);
      if (thumbnail !== undefined) return thumbnail;
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** @param convert returns the bytes of the image to keep. @returns undefined if the size is missing. */
async function readThumbnail(
  response: Response,
  convert: (jpeg: Jpeg) => Buffer | Promise<Buffer>,
): Promise<Buffer | undefined> {
  if (response.status === 404) return undefined;
  const file = await readBody(response, /^image\/jpeg\b/);
  try {
    const { width, height, image } = readJpeg(file);
    if (width < MIN_WIDTH) return undefined;
    if (width * height > MAX_PIXELS) throw new Error('too many pixels');
    return await convert({ image, width, height });
  } catch (error) {
    throw reportContentFailure(error instanceof Error ? error.message : 'the JPEG is damaged');
  }
}
