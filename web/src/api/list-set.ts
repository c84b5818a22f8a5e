import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { listThumbnails } from './read-thumbnails.ts';

/** A retry can make an image of a set later than the others. */
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Lists the thumbnails of a set, the oldest first.
 * @param createdAt of one of its thumbnails (ISO 8601). @default the set is one of the latest
 */
export async function listSet(setId: string, createdAt?: string): Promise<ThumbnailSummary[]> {
  const shift = (milliseconds: number) => new Date(Date.parse(createdAt ?? '') + milliseconds).toISOString();
  const filter = createdAt === undefined ? {} : { from: shift(-DAY_MS), to: shift(DAY_MS) };
  const { thumbnails } = await listThumbnails(
    createdAt === undefined ? LIMITS.pageSize : LIMITS.maxPageSize,
    undefined,
    filter,
  );
  return thumbnails.filter((thumbnail) => thumbnail.setId === setId).reverse();
}
