import { useRef } from 'react';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { request } from '../../api/request.ts';
import { useQuery } from '../../api/use-query.ts';

export type VideoDetails = EndpointResponse<'readVideoReference'>;

/** Each URL is read once per page, because the lookups of a user are limited. A new lookup cancels the one before it. */
const READ_ONCE = { revalidateOnFocus: false, revalidateIfStale: false, dedupingInterval: 2_000 };

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
