import { useRef } from 'react';
import type { EndpointResponse } from '../../../../contract/endpoint-types.ts';
import type {
  GenerateThumbnailRequest,
  GenerateThumbnailResponse,
  ListGenerationsResponse,
} from '../../../../contract/schemas.ts';
import { UnexpectedResponseError } from '../../api/errors.ts';
import { LONG_TIMEOUT_MS, request } from '../../api/request.ts';
import { useQuery, useUserQuery } from '../../api/use-query.ts';

/** The id is the idempotency key: the same generation may be requested twice. */
export type Generation = GenerateThumbnailRequest & { generationId: string };

/**
 * @returns the image, or a generation that waits in line.
 * @throws the errors of `request`; UnexpectedResponseError when a 2xx response is neither.
 */
export async function generateThumbnail(
  generation: Generation,
  signal?: AbortSignal,
): Promise<GenerateThumbnailResponse> {
  const options = { signal, timeoutMs: LONG_TIMEOUT_MS };
  const response: unknown = await request('generateThumbnail', { body: generation }, options);
  if (!isExpected(response)) throw new UnexpectedResponseError();
  return response;
}

const isExpected = (response: unknown): response is GenerateThumbnailResponse =>
  typeof response === 'object' &&
  response !== null &&
  (('imageURL' in response && typeof response.imageURL === 'string') ||
    ('status' in response && response.status === 'waiting'));

export type UnfinishedGeneration = ListGenerationsResponse['generations'][number];

/**
 * Reads the user's thumbnails that wait or run, on any device: when the page opens, and when it gets the focus. The finish page
 * follows edits.
 * @param onRead gets each response, the newest generation first. Never called with cached data, which may have ended.
 */
export function useUnfinishedGenerations(
  userId: string | undefined,
  onRead: (generations: readonly UnfinishedGeneration[]) => void,
): void {
  useUserQuery('generations', userId, () => request('listGenerations', {}), {
    onSuccess: ({ generations }) =>
      onRead(generations.filter(({ thumbnailId }) => thumbnailId === undefined)),
  });
}

export type VideoDetails = EndpointResponse<'readVideoReference'>;

/** Each URL is read once per page, because the lookups of a user are limited. A new lookup cancels the one before it. */
const READ_ONCE = { revalidateOnFocus: false, revalidateIfStale: false, dedupingInterval: 2_000 };

const lookups = new Map<string, Promise<string | undefined>>();

/** Finds the video behind a link. Undefined if it cannot be found now. Simultaneous calls share one lookup. */
export function findVideoId(url: string): Promise<string | undefined> {
  const lookup =
    lookups.get(url) ??
    request('readVideoReference', { query: { url } })
      .then(
        ({ videoId }) => videoId,
        () => undefined,
      )
      .finally(() => lookups.delete(url));
  lookups.set(url, lookup);
  return lookup;
}

/**
 * The details of the video or channel behind a link.
 * @param userId undefined while they cannot be read.
 */
export function useVideoReference(userId: string | undefined, url: string) {
  const lookup = useRef<AbortController>(undefined);
  const read = (link: string): Promise<VideoDetails> => {
    lookup.current?.abort();
    const { signal } = (lookup.current = new AbortController());
    return request('readVideoReference', { query: { url: link } }, { signal });
  };
  const key = userId === undefined ? undefined : (['video-reference', userId, url] as const);
  return useQuery(key, ([, , link]) => read(link), READ_ONCE);
}
