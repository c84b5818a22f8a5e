import type { ReferenceRequest, ThumbnailReference } from '#contract/endpoints/reference-schemas.ts';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { parseVideoReference, type VideoSource } from '#contract/video-reference.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { CodedError, InvalidRequestError, TooManyRequestsError } from '../../platform/errors.ts';
import { buildImageKey, findImage } from '../image-bucket.ts';
import { fetchVideoReference } from './fetch-video-reference.ts';
import { LOAD_TIMEOUT_MS, readReferenceImage } from './reference-images.ts';
import { requireSupported, UnsupportedHandleError } from './newest-video.ts';

/** The source of a generation's reference. */
export type ImageSource = {
  use: ReferenceUse;
  /** The fidelity, 0 to 1. @default the default of the adapter */
  fidelity: number | undefined;
  /** The words of the prompt without the link. If they have no visible character, the title of the video replaces them. */
  words: string;
} & (
  | { kind: 'video'; video: VideoSource }
  | { kind: 'image'; id: string }
  | { kind: 'thumbnail'; id: string }
);

export interface LoadedImage {
  /** The image, a JPEG. The image of a thumbnail is a PNG. */
  image: Buffer;
  /** The prompt for the model. */
  idea: string;
  /** The reference that is stored with the thumbnail. */
  origin: ThumbnailReference;
}

/**
 * Finds the reference of a request: a link in the prompt, an uploaded image, or an earlier thumbnail. Makes no calls.
 * @returns undefined if the prompt has no link and the request has no reference.
 * @throws InvalidRequestError for an unusable link, a handle that the stage cannot look up, a link together with an image or a thumbnail,
 * or a missing link.
 */
export function findReference(
  prompt: string,
  requested: ReferenceRequest | undefined,
): ImageSource | undefined {
  const parsed = parseVideoReference(prompt);
  if ('error' in parsed)
    throw new CodedError('invalid_request', { params: { field: 'prompt', reason: parsed.error } });
  const { reference: link, text: words } = parsed;
  if (requested !== undefined && requested.kind !== 'video') {
    const { kind, id, use, fidelity } = requested;
    if (link !== undefined) {
      throw new InvalidRequestError(`reference: choose either the link in the prompt or the ${kind}`, {
        params: { field: 'reference' },
      });
    }
    return { kind, id, use, fidelity, words };
  }
  if (link === undefined) {
    if (requested === undefined) return undefined;
    throw new InvalidRequestError('prompt must contain the link to the video or channel of the reference', {
      params: { field: 'prompt' },
    });
  }
  const { videoId, fidelity } = requested ?? {};
  const video = chooseVideo(link, videoId);
  requireSupported(video);
  return { kind: 'video', video, use: 'style', fidelity, words };
}

/** Chooses the video of a link. @param videoId the id of the video that the page showed for a link to a channel. */
function chooseVideo(link: VideoSource, videoId: string | undefined): VideoSource {
  if (videoId === undefined) return link;
  if (link.kind === 'video' && link.id !== videoId) {
    throw new InvalidRequestError('reference.videoId must be the id of the video that the prompt links to', {
      params: { field: 'reference.videoId' },
    });
  }
  return { kind: 'video', id: videoId };
}

/**
 * Loads the image of a reference, once, within 3 s.
 * @throws CodedError `reference_not_found`, `reference_invalid` or `reference_unavailable`.
 */
export async function loadReference(
  userId: string,
  source: ImageSource,
  deadline: AbortSignal,
): Promise<LoadedImage> {
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
  if (source.kind === 'image') {
    const image = await readReferenceImage(userId, source.id, signal);
    return { image, idea: source.words, origin: { kind: 'image', use: source.use } };
  }
  if (source.kind === 'thumbnail') {
    const { kind, id, use } = source;
    const image = await readThumbnailImage(userId, id, signal);
    return { image, idea: source.words, origin: { kind, id, use } };
  }
  const { image, title, videoId } = await fetchVideoReference(userId, source.video, signal).catch(
    toReferenceError,
  );
  const idea = [source.words, title?.trim() ?? ''].find(hasVisibleCharacter);
  if (idea === undefined) {
    throw new CodedError('reference_not_found', { params: { reason: 'untitledVideo' } });
  }
  return { image, idea, origin: { kind: 'video', videoId } };
}

/** Reads the original image of a thumbnail of the user, whose id is in the key. */
async function readThumbnailImage(userId: string, id: string, signal: AbortSignal): Promise<Buffer> {
  const image = await findImage(buildImageKey(userId, id), signal).catch((cause: unknown) => {
    throw new CodedError('reference_unavailable', { cause });
  });
  if (image === undefined) throw missingThumbnailError();
  return Buffer.from(image);
}

/**
 * Creates the error of a reference to a thumbnail that cannot be used. The error is the same for a deleted or failed thumbnail, an unknown
 * id and another user's id.
 */
export function missingThumbnailError(): CodedError {
  return new CodedError('reference_not_found', {
    params: { field: 'reference.id', reason: 'missingThumbnail' },
  });
}

/**
 * Converts an error of a lookup. Two problems are found only after the credit was reserved: the secret has no key of the YouTube Data API,
 * or the user has looked up too many handles.
 */
function toReferenceError(error: unknown): never {
  if (!(error instanceof UnsupportedHandleError || error instanceof TooManyRequestsError)) throw error;
  throw new CodedError('reference_not_found', { params: error.params, cause: error });
}
