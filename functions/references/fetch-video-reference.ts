import type { VideoSource } from '../../contract/video-reference.ts';
import { CodedError } from '../shared/errors.ts';
import { findNewestVideo } from './newest-video.ts';
import { fetchVideoDetails } from './video-details.ts';
import { downloadThumbnail } from './video-thumbnail.ts';
import { requireSupported } from './youtube-api-key.ts';

export interface VideoImage {
  videoId: string;
  /** Undefined when YouTube does not give it, e.g. because the owner disabled embedding. */
  title: string | undefined;
  /** A JPEG without black bars. */
  image: Buffer;
}

/**
 * Fetches the thumbnail and the title of a video, or of a channel's newest video. A video takes one step: all requests
 * run in parallel. A channel takes one or two steps more.
 * @throws CodedError `reference_not_found` or `reference_unavailable`;
 * InvalidRequestError for a handle if the stage cannot look up handles (`requireSupported` checks it before);
 * TooManyRequestsError for too many handles.
 */
export async function fetchVideoReference(
  userId: string,
  reference: VideoSource,
  signal: AbortSignal,
): Promise<VideoImage> {
  const requests = new AbortController();
  const either = AbortSignal.any([signal, requests.signal]);
  try {
    const videoId = await findVideoId(userId, reference, either);
    const [details, image] = await Promise.all([
      fetchVideoDetails(videoId, either).catch(ignoreUnavailable),
      downloadThumbnail(videoId, either),
    ]);
    if (image === undefined) throw missingImageError(details);
    return { videoId, title: details?.title, image };
  } finally {
    // Cancels the requests for the sizes that are not needed.
    requests.abort();
  }
}

/** The id of a video, or of a channel's newest video. @throws as requireSupported and findNewestVideo. */
export async function findVideoId(
  userId: string,
  reference: VideoSource,
  signal: AbortSignal,
): Promise<string> {
  requireSupported(reference);
  return reference.kind === 'video' ? reference.id : findNewestVideo(userId, reference, signal);
}

/** @param details without a title if embedding is disabled or the video is private. */
export function missingImageError(details: { title: string | undefined } | undefined): CodedError {
  const reason = details !== undefined && details.title === undefined ? 'privateVideo' : 'missingVideo';
  return new CodedError('reference_not_found', { params: { reason } });
}

/** The image is enough for a style, so a failure to read the title is not one of the generation. */
function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof CodedError && error.code === 'reference_unavailable') return undefined;
  throw error;
}
