import type { ReadVideoReferenceResponse } from '../../contract/reference-schemas.ts';
import type { VideoReference } from '../../contract/video-reference.ts';
import { CodedError } from '../shared/errors.ts';
import { explainMissingImage, findVideoId } from './fetch-video-reference.ts';
import { fetchVideoDetails } from './video-details.ts';
import { buildPreviewUrl, hasThumbnail } from './video-thumbnail.ts';

/** How long a result is used again, in ms. */
const CACHE_TTL_MS = 5 * 60_000;
const MAX_CACHED = 500;

/** The results of this execution environment, the oldest first. */
const cache = new Map<string, { result: Promise<ReadVideoReferenceResponse>; expiresAt: number }>();

/**
 * Looks up what the page shows of a video, or of a channel's newest video. Results are cached for five minutes.
 * @throws CodedError `reference_not_found` or `reference_unavailable`; InvalidRequestError for a handle if the stage
 * cannot look up handles. Errors are not cached.
 */
export async function lookUpVideo(reference: VideoReference): Promise<ReadVideoReferenceResponse> {
  const key = JSON.stringify(reference);
  const cached = cache.get(key);
  if (cached !== undefined && cached.expiresAt > Date.now()) return cached.result;
  const result = readVideo(reference);
  cache.delete(key);
  cache.set(key, { result, expiresAt: Date.now() + CACHE_TTL_MS });
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  try {
    return await result;
  } catch (error) {
    cache.delete(key);
    throw error;
  }
}

async function readVideo(reference: VideoReference): Promise<ReadVideoReferenceResponse> {
  const { signal } = new AbortController();
  const videoId = await findVideoId(reference, signal);
  const [details, hasImage] = await Promise.all([
    fetchVideoDetails(videoId, signal),
    hasThumbnail(videoId, signal),
  ]);
  if (!hasImage) throw new CodedError('reference_not_found', explainMissingImage(details));
  return { kind: reference.kind, videoId, ...details, thumbnailURL: buildPreviewUrl(videoId) };
}
