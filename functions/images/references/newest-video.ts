import * as z from 'zod/mini';
import type { VideoSource } from '#contract/video-reference.ts';
import { enforceRateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { CodedError } from '../../platform/errors.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { readSecret } from '../../platform/secrets-manager.ts';
import { createMemoryCache, readBody, readJson, requestYoutube } from './youtube.ts';

type Channel = Extract<VideoSource, { kind: 'channel' }>;

/** The time for which the newest video of a handle is cached, in ms. The terms of the API allow 30 days. */
const CACHE_TTL_MS = 60 * 60_000;

const useCached = createMemoryCache<string | undefined>(CACHE_TTL_MS);

/** Matches the id of a video in a feed. The feed lists the newest video first. */
const FEED_VIDEO_ID = /<yt:videoId>([\w-]{11})<\/yt:videoId>/;

const videoId = z.string().check(z.regex(/^[\w-]{11}$/));
const channelsResponse = z.object({
  items: z.optional(
    z.array(z.object({ contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }) })),
  ),
});
const playlistItemsResponse = z.object({
  items: z.optional(z.array(z.object({ contentDetails: z.object({ videoId }) }))),
});

/**
 * Finds the newest video of a channel. A channel id needs one call. A handle needs two calls, which are counted, because all users share a
 * quota of 10,000 calls a day. A handle that was looked up in the last hour needs no call.
 * @throws CodedError `reference_not_found` or `reference_unavailable`; TooManyRequestsError.
 */
export async function findNewestVideo(
  userId: string,
  channel: Channel,
  signal: AbortSignal,
): Promise<string> {
  const newest =
    'channelId' in channel
      ? await readFeed(channel.channelId, signal)
      : await useCached(channel.handle.toLowerCase(), async () => {
          await enforceRateLimit('channelHandles', userId);
          return readUploads(channel.handle, signal);
        });
  if (newest === undefined)
    throw new CodedError('reference_not_found', { params: { reason: 'emptyChannel' } });
  return newest;
}

async function readFeed(channelId: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await requestYoutube({
    host: 'site',
    path: '/feeds/videos.xml',
    query: { channel_id: channelId },
    statuses: [200, 404],
    signal,
  });
  if (response.status === 404) throw missingChannelError();
  return FEED_VIDEO_ID.exec((await readBody(response, /\bxml\b/)).toString())?.[1];
}

/**
 * Reads the newest upload of a handle ("Channels: list" and "PlaylistItems: list", YouTube Data API reference). Each call costs one unit.
 */
async function readUploads(handle: string, signal: AbortSignal): Promise<string | undefined> {
  const key = await readYoutubeApiKey();
  const list = (resource: string, query: Record<string, string>, statuses: readonly number[]) =>
    requestYoutube({
      host: 'api',
      path: `/youtube/v3/${resource}`,
      query: { part: 'contentDetails', maxResults: '1', ...query },
      // The key is not in the query, because an error with the URL could be logged.
      headers: { 'x-goog-api-key': key },
      statuses,
      signal,
    });
  const channels = await list('channels', { forHandle: `@${handle}` }, [200]);
  const [channel] = (await readJson(channels, channelsResponse)).items ?? [];
  if (channel === undefined) throw missingChannelError();
  const { uploads } = channel.contentDetails.relatedPlaylists;
  // The status 404 means that the channel has no videos, so it has no playlist of uploads.
  const videos = await list('playlistItems', { playlistId: uploads }, [200, 404]);
  if (videos.status === 404) return undefined;
  const [video] = (await readJson(videos, playlistItemsResponse)).items ?? [];
  return video?.contentDetails.videoId;
}

const missingChannelError = () =>
  new CodedError('reference_not_found', { params: { reason: 'missingChannel' } });

/** The time after which a warm container uses a new key, in ms. */
const KEY_TTL_MS = 5 * 60_000;

/** Thrown if the reference is a channel's handle, and the stage has no key of the YouTube Data API. */
export class UnsupportedHandleError extends CodedError {
  override name = 'UnsupportedHandleError';

  constructor() {
    super('invalid_request', { params: { field: 'prompt', reason: 'unsupportedHandle' } });
  }
}

const secretValue = z.object({ apiKey: z.string().check(z.trim(), z.minLength(1)) });

const useCachedKey = createMemoryCache<string>(KEY_TTL_MS);

/** Returns the ARN of the secret. The stage's setting `youtubeApiKey` creates the secret. */
function findSecretArn(): string | undefined {
  return process.env['YOUTUBE_SECRET_ARN'];
}

/**
 * Checks that the stage can look up a reference. Makes no calls.
 * @throws UnsupportedHandleError
 */
export function requireSupported(reference: VideoSource): void {
  if ('handle' in reference && findSecretArn() === undefined) throw new UnsupportedHandleError();
}

/**
 * Reads the stage's key of the YouTube Data API, cached for five minutes.
 * @throws CodedError `reference_unavailable` if the key is not stored yet or cannot be read.
 */
async function readYoutubeApiKey(): Promise<string> {
  try {
    return await useCachedKey('', async () => secretValue.parse(await readSecret(findSecretArn())).apiKey);
  } catch (error) {
    logger.error('The key of the YouTube Data API cannot be read; see docs/deploy.md.', errorTrace(error));
    throw new CodedError('reference_unavailable', { params: { reason: 'unsupportedHandle' }, cause: error });
  }
}
