import * as z from 'zod/mini';
import { CodedError } from '../shared/errors.ts';
import { readJson, requestYoutube } from './youtube.ts';

export interface VideoDetails {
  /** Undefined when the owner disabled embedding, because YouTube then hides the details. */
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
    // 400: no video has this id. 401: embedding is disabled, or the video is private. 403: private. 404: removed.
    statuses: [200, 400, 401, 403, 404],
    signal,
  });
  if (response.status === 401) return { title: undefined, author: undefined };
  if (response.status === 403)
    throw new CodedError('reference_not_found', { params: { reason: 'privateVideo' } });
  if (response.status !== 200)
    throw new CodedError('reference_not_found', { params: { reason: 'missingVideo' } });
  const details = await readJson(response, oembedResponse);
  return { title: details.title.trim(), author: details.author_name };
}
