import type { ReferenceRequest, ReferenceUse, ThumbnailReference } from '../../contract/reference-schemas.ts';
import { parseVideoReference, type VideoSource } from '../../contract/video-reference.ts';
import { hasVisibleCharacter } from '../../contract/visible-text.ts';
import { CodedError, InvalidRequestError, TooManyRequestsError } from '../shared/errors.ts';
import { fetchVideoReference } from './fetch-video-reference.ts';
import { LOAD_TIMEOUT_MS, readReferenceImage } from './reference-images.ts';
import { requireSupported, UnsupportedHandleError } from './newest-video.ts';

/** Where the reference of a generation comes from. */
export type ImageSource = {
  use: ReferenceUse;
  /** 0 to 1. @default the adapter's */
  fidelity: number | undefined;
  /** The words of the prompt without the link. The title of a video replaces words without a visible character. */
  words: string;
} & ({ kind: 'video'; video: VideoSource } | { kind: 'image'; id: string });

export interface LoadedImage {
  /** A JPEG. */
  image: Buffer;
  /** The prompt for the model. */
  idea: string;
  /** What is stored with the thumbnail. */
  origin: ThumbnailReference;
}

/**
 * Finds the reference of a request: a link in the prompt or an uploaded image. Makes no calls.
 * @returns undefined for a prompt without a link and without an image.
 * @throws InvalidRequestError for an unusable link, a handle that the stage cannot look up, a link and an image at once, or
 * a missing link.
 */
export function findReference(
  prompt: string,
  requested: ReferenceRequest | undefined,
): ImageSource | undefined {
  const parsed = parseVideoReference(prompt);
  if ('error' in parsed)
    throw new CodedError('invalid_request', { params: { field: 'prompt', reason: parsed.error } });
  const { reference: link, text: words } = parsed;
  if (requested?.kind === 'image') {
    if (link !== undefined) {
      throw new InvalidRequestError('reference: choose either the link in the prompt or the image', {
        params: { field: 'reference' },
      });
    }
    const { kind, id, use, fidelity } = requested;
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

/** @param videoId the video that the page showed for a channel's link. */
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
  const { image, title, videoId } = await fetchVideoReference(userId, source.video, signal).catch(
    toReferenceError,
  );
  const idea = [source.words, title?.trim() ?? ''].find(hasVisibleCharacter);
  if (idea === undefined) {
    throw new CodedError('reference_not_found', { params: { reason: 'untitledVideo' } });
  }
  return { image, idea, origin: { kind: 'video', videoId } };
}

/**
 * A secret without a key of the YouTube Data API, and a handle above the limit of the user, are found only now, after the credit
 * was reserved.
 */
function toReferenceError(error: unknown): never {
  if (!(error instanceof UnsupportedHandleError || error instanceof TooManyRequestsError)) throw error;
  throw new CodedError('reference_not_found', { params: error.params, cause: error });
}
