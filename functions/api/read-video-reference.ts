import { readVideoReferenceSchemas } from '#contract/endpoints/reference-requests.ts';
import type { ReadVideoReferenceResponse } from '#contract/endpoints/reference-requests.ts';
import type { VideoSource } from '#contract/video-reference.ts';
import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import {
  fetchVideoDetails,
  findVideoId,
  missingImageError,
} from '../images/references/fetch-video-reference.ts';
import { createMemoryCache } from '../images/references/youtube.ts';
import { buildPreviewUrl, downloadPreview, hasThumbnail } from '../images/references/video-thumbnail.ts';

/** The time for which a result is cached, in ms. */
const CACHE_TTL_MS = 5 * 60_000;

const useCached = createMemoryCache<ReadVideoReferenceResponse>(CACHE_TTL_MS);

/**
 * Looks up the data that the page shows of a video, or of a channel's newest video. Results are cached for five minutes.
 * @throws CodedError `reference_not_found` or `reference_unavailable`; InvalidRequestError for a handle, if the stage cannot look up
 * handles; TooManyRequestsError for too many handles. Errors are not cached.
 */
function lookUpVideo(userId: string, reference: VideoSource): Promise<ReadVideoReferenceResponse> {
  return useCached(JSON.stringify(reference), () => readVideo(userId, reference, false));
}

async function readVideo(
  userId: string,
  reference: VideoSource,
  withPixels: boolean,
): Promise<ReadVideoReferenceResponse> {
  const { signal } = new AbortController();
  const videoId = await findVideoId(userId, reference, signal);
  const [details, image] = await Promise.all([
    fetchVideoDetails(videoId, signal),
    withPixels ? downloadPreview(videoId, signal) : hasThumbnail(videoId, signal),
  ]);
  if (image === undefined || image === false) throw missingImageError(details);
  return {
    kind: reference.kind,
    videoId,
    ...details,
    thumbnailURL: buildPreviewUrl(videoId),
    ...(image !== true && { image: image.toString('base64') }),
  };
}

/** GET /api/video-reference: looks up the video of a link, or the newest video of a channel. */
export const handler = apiHandler(
  'readVideoReference',
  readVideoReferenceSchemas,
  async ({ userId, query }) => {
    // Cached results also count.
    await enforceRateLimit('videoReferences', userId);
    const { url, pixels } = query;
    // No cache keeps the pixels, and no other user gets them.
    return pixels === undefined ? lookUpVideo(userId, url) : readVideo(userId, url, true);
  },
);
