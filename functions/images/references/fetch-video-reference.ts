import * as z from 'zod/mini';
import type { VideoSource } from '#contract/video-reference.ts';
import { CodedError } from '../../platform/errors.ts';
import { findNewestVideo, requireSupported } from './newest-video.ts';
import { downloadThumbnail } from './video-thumbnail.ts';
import { readJson, requestYoutube } from './youtube.ts';

export interface VideoImage {
  videoId: string;
  /** The title. Undefined if YouTube does not return the title, e.g. because the owner disabled embedding. */
  title: string | undefined;
  /** A JPEG without black bars. */
  image: Buffer;
}

/**
 * Fetches the thumbnail and the title of a video, or of a channel's newest video. A video takes one step: all requests run in parallel. A
 * channel takes one or two more steps.
 * @throws CodedError `reference_not_found` or `reference_unavailable`; InvalidRequestError for a handle, if the stage cannot look up
 * handles (`requireSupported` checks this before); TooManyRequestsError for too many handles.
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

/** Returns the id of a video, or of a channel's newest video. @throws the errors of `requireSupported` and `findNewestVideo`. */
export async function findVideoId(
  userId: string,
  reference: VideoSource,
  signal: AbortSignal,
): Promise<string> {
  requireSupported(reference);
  return reference.kind === 'video' ? reference.id : findNewestVideo(userId, reference, signal);
}

/**
 * Creates the error for a video without an image. @param details the details have no title if embedding is disabled or the video is
 * private.
 */
export function missingImageError(details: { title: string | undefined } | undefined): CodedError {
  const reason = details !== undefined && details.title === undefined ? 'privateVideo' : 'missingVideo';
  return new CodedError('reference_not_found', { params: { reason } });
}

/** Ignores a failure to read the title, because the image is enough for a style. Throws all other errors. */
function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof CodedError && error.code === 'reference_unavailable') return undefined;
  throw error;
}

interface VideoDetails {
  /** The title. Undefined if the owner disabled embedding, because YouTube then hides the details. */
  title: string | undefined;
  author: string | undefined;
}

const oembedResponse = z.object({
  title: z.string().check(z.maxLength(500)),
  author_name: z.string().check(z.maxLength(500)),
});

/**
 * Reads the title and the author of a video from YouTube's oEmbed endpoint, which needs no key.
 * @throws CodedError `reference_not_found` for a private or missing video, or `reference_unavailable`.
 */
export async function fetchVideoDetails(videoId: string, signal: AbortSignal): Promise<VideoDetails> {
  const response = await requestYoutube({
    host: 'site',
    path: '/oembed',
    query: { format: 'json', url: `https://www.youtube.com/watch?v=${videoId}` },
    // The statuses: 400: no video has this id. 401: embedding is disabled, or the video is private. 403: the video is private. 404: the
    // video was removed.
    statuses: [200, 400, 401, 403, 404],
    signal,
  });
  if (response.status === 401) return { title: undefined, author: undefined };
  if (response.status !== 200) {
    const reason = response.status === 403 ? 'privateVideo' : 'missingVideo';
    throw new CodedError('reference_not_found', { params: { reason } });
  }
  const details = await readJson(response, oembedResponse);
  return { title: details.title.trim(), author: details.author_name };
}
