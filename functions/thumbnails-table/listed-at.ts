/**
 * The sort key `listedAt` of the index `listed`: the creation time of a thumbnail; of a cut-out, and of a thumbnail that is
 * not finished, with a prefix. The prefixes sort after every time, so each kind is one range of the index.
 */
export const CUTOUT_PREFIX = 'cutout#';
export const UNFINISHED_PREFIX = 'unfinished#';

interface Listed {
  kind?: 'cutout' | undefined;
  createdAt: string;
}

/** The sort key of a succeeded generation. */
export function buildListedAt({ kind, createdAt }: Listed): string {
  return kind === 'cutout' ? CUTOUT_PREFIX + createdAt : createdAt;
}

/** The sort key of a generation that waits or runs; undefined for a cut-out, which only its own page follows. */
export function buildUnfinishedListedAt({ kind, createdAt }: Listed): string | undefined {
  return kind === 'cutout' ? undefined : UNFINISHED_PREFIX + createdAt;
}
