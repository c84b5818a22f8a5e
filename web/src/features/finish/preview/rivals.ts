import { useState } from 'react';
import { explain } from '../../../api/error-sentences.ts';
import { ConnectionError, hasCode } from '../../../api/errors.ts';
import { request } from '../../../api/request.ts';
import { waitUntilOnline } from '../../../lib/online.ts';
import type { Query } from '../../../api/use-query.ts';
import { useQuery } from '../../../api/use-query.ts';
import { loadChoices, saveChoices } from './stored-choices.ts';

/** The most videos beside the creator's: with it, they fill the sidebar. */
export const MAX_RIVALS = 4;

/** A video whose thumbnail is shown beside the creator's. */
export interface Rival {
  videoId: string;
  title: string;
  channel: string;
  /** A JPEG of 320 x 180 pixels as a data URL, whose pixels the page can read. */
  image: string;
}

/** A link in the list of rivals. */
export type RivalEntry = { link: string } & (
  | { status: 'pending' }
  | { status: 'loaded'; rival: Rival }
  /** `problem` is a sentence. `retry` is undefined if another attempt has the same result. */
  | { status: 'failed'; problem: string; retry: (() => void) | undefined }
);

/** The links of a user, and the videos that they lead to. */
export function useRivals(userId: string) {
  const [links, setLinks] = useState(() => loadChoices(userId).links.slice(0, MAX_RIVALS));
  const [first, second, third, fourth] = links;
  const queries = [
    useLookUp(userId, first),
    useLookUp(userId, second),
    useLookUp(userId, third),
    useLookUp(userId, fourth),
  ];
  const entries = queries.flatMap((query, index): RivalEntry[] => {
    const link = links[index];
    return link === undefined ? [] : [toEntry(link, query)];
  });
  const change = (next: string[]) => {
    setLinks(next);
    saveChoices(userId, { links: next });
  };
  return { entries: markRepeated(entries), links, change };
}

export type Rivals = ReturnType<typeof useRivals>;

/** A video is looked up once, because the lookups of a user are limited. */
const READ_ONCE = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  dedupingInterval: 2_000,
};

const useLookUp = (userId: string, link: string | undefined): Query<Rival> =>
  useQuery(
    link === undefined ? undefined : (['rival', userId, link] as const),
    ([, , url]) => lookUp(url),
    READ_ONCE,
  );

async function lookUp(url: string): Promise<Rival> {
  await waitUntilOnline(new AbortController().signal);
  const {
    videoId,
    title,
    author,
    image = '',
  } = await request('readVideoReference', {
    query: { url, pixels: 'true' },
  });
  return {
    videoId,
    title: title ?? 'A video on YouTube',
    channel: author ?? '',
    image: `data:image/jpeg;base64,${image}`,
  };
}

function toEntry(link: string, query: Query<Rival>): RivalEntry {
  if (query.status === 'pending') return { link, status: 'pending' };
  if (query.status === 'success') return { link, status: 'loaded', rival: query.data };
  const { error, refetch } = query;
  const isAboutLink = hasCode(error, 'reference_not_found', 'invalid_request');
  const advice = error instanceof ConnectionError ? ' Check your connection.' : '';
  return {
    link,
    status: 'failed',
    problem: `${explain(error)}.${advice}`,
    retry: isAboutLink ? undefined : refetch,
  };
}

/** Two links can lead to one video, e.g. the link of a channel and the link of its newest video. */
function markRepeated(entries: readonly RivalEntry[]): RivalEntry[] {
  const known = new Set<string>();
  return entries.map((entry) => {
    if (entry.status !== 'loaded') return entry;
    const { link, rival } = entry;
    if (known.has(rival.videoId)) {
      const problem = `“${rival.title}” is in the list already. Remove one of the two.`;
      return { link, status: 'failed', problem, retry: undefined };
    }
    known.add(rival.videoId);
    return entry;
  });
}

/** The videos that are shown, in the order of the list. */
export const listLoaded = (entries: readonly RivalEntry[]): Rival[] =>
  entries.flatMap((entry) => (entry.status === 'loaded' ? [entry.rival] : []));
