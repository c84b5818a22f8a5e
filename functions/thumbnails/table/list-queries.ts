import * as z from 'zod/mini';
import { LISTED_INDEX } from '#contract/tables.ts';
import { findAttributes, queryAll, queryPage } from '../../platform/dynamodb-reads.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import {
  type ListedGeneration,
  type ListedImage,
  type ListedUnfinished,
  parseListedGeneration,
} from './listed-rows.ts';
import { buildEditPrefix, CUTOUT_PREFIX, type GenerationKey, succeeded, UNFINISHED_PREFIX } from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

/** The fields of a thumbnail that its title and its picture need. */
const titledThumbnail = z.pick(succeeded, {
  generationId: true,
  status: true,
  kind: true,
  name: true,
  prompt: true,
  imageKey: true,
  previewKey: true,
  designPreviewKey: true,
  shown: true,
});
export type TitledThumbnail = z.infer<typeof titledThumbnail>;

/**
 * Finds the titles of succeeded thumbnails of a user by their ids. The result has no failed, deleted, unknown and invalid thumbnails,
 * cut-outs and edits. Does not read the designs into memory, because a design can be a hundred times larger than the rest.
 */
export async function findTitles(
  userId: string,
  ids: readonly string[],
): Promise<Map<string, TitledThumbnail>> {
  const attributes = Object.keys(titledThumbnail.shape);
  const found = await Promise.all(
    [...new Set(ids)].map((generationId) => findAttributes(THUMBNAILS, { userId, generationId }, attributes)),
  );
  return new Map(
    found.flatMap((item) => {
      const { data } = titledThumbnail.safeParse(item);
      return data === undefined || data.kind !== undefined ? [] : [[data.generationId, data]];
    }),
  );
}

/** The end of a page of the list. The position does not contain the user, so a cursor never opens another user's list. */
export const listPosition = z.object({ generationId: z.uuid(), listedAt: z.iso.datetime() });
export type ListPosition = z.infer<typeof listPosition>;

/** The most pages of 1 MB that one search reads. If there are more thumbnails, the cursor continues the search. */
const MAX_SEARCHED_PAGES = 3;

interface ListQuery {
  limit: number;
  after: ListPosition | undefined;
  /** The range of creation times (ISO 8601), including both ends. */
  period: readonly [string, string];
  isDescending: boolean;
  /** The filter. @default all thumbnails */
  isMatch?: ((thumbnail: ListedImage) => boolean) | undefined;
}

interface ListPage {
  thumbnails: ListedImage[];
  next: ListPosition | undefined;
}

/** The period that contains every time of creation. */
export const ALWAYS = ['0', CUTOUT_PREFIX] as const;

/**
 * Reads one page of a user's succeeded thumbnails by creation time. Without a filter, reads only this page. With a filter, the search ends
 * when the page is full, or with fewer results after `MAX_SEARCHED_PAGES`.
 */
export async function queryListed(userId: string, query: ListQuery): Promise<ListPage> {
  const { limit, period, isDescending, isMatch } = query;
  const thumbnails: ListedImage[] = [];
  let next = query.after;
  for (let pages = 0; pages < (isMatch ? MAX_SEARCHED_PAGES : 1); pages += 1) {
    const page = await queryPage(THUMBNAILS, {
      index: LISTED_INDEX,
      partition: userId,
      between: period,
      isDescending,
      limit: isMatch ? undefined : limit,
      after: next && { userId, ...next },
    });
    for (const item of page.items) {
      const [listed] = parseListed([item]);
      if (listed?.status !== 'succeeded' || isMatch?.(listed) === false) continue;
      thumbnails.push(listed);
      if (isMatch && thumbnails.length === limit) return { thumbnails, next: listPosition.parse(item) };
    }
    next = page.next && listPosition.parse(page.next);
    if (next === undefined) break;
  }
  return { thumbnails, next };
}

/** Reads the newest cut-outs of a user, newest first. */
export async function queryCutouts(userId: string, limit: number): Promise<ListedImage[]> {
  const newest = await queryNewest(userId, CUTOUT_PREFIX, limit);
  return newest.filter((item) => item.status === 'succeeded');
}

/** Reads the newest edits of a thumbnail, newest first. The index follows the table within a second. */
export async function queryEdits(userId: string, thumbnailId: string, limit: number): Promise<ListedImage[]> {
  const newest = await queryNewest(userId, buildEditPrefix(thumbnailId), limit);
  return newest.filter((item) => item.status === 'succeeded');
}

/** Lists the succeeded edits of a thumbnail. */
export async function listEditKeys(userId: string, thumbnailId: string): Promise<GenerationKey[]> {
  const query = { index: LISTED_INDEX, partition: userId, beginsWith: buildEditPrefix(thumbnailId) } as const;
  return parseListed(await queryAll(THUMBNAILS, query));
}

/** Returns true if a thumbnail has a waiting or pending edit. */
export async function hasUnfinishedEdits(userId: string, thumbnailId: string): Promise<boolean> {
  const query = { index: LISTED_INDEX, partition: userId, beginsWith: UNFINISHED_PREFIX } as const;
  return (await queryAll(THUMBNAILS, query)).some((item) => item['thumbnailId'] === thumbnailId);
}

/** Reads the newest waiting and pending thumbnails and edits of a user, newest first. The index follows the table within a second. */
export async function queryUnfinished(userId: string, limit: number): Promise<ListedUnfinished[]> {
  const newest = await queryNewest(userId, UNFINISHED_PREFIX, limit);
  return newest.filter((item) => item.status === 'pending' || item.status === 'waiting');
}

async function queryNewest(userId: string, prefix: string, limit: number): Promise<ListedGeneration[]> {
  const query = {
    index: LISTED_INDEX,
    partition: userId,
    beginsWith: prefix,
    isDescending: true,
    limit,
  } as const;
  return parseListed((await queryPage(THUMBNAILS, query)).items);
}

/** Leaves out the items that do not match the schema, so that one invalid item does not hide the others. */
function parseListed(items: readonly Record<string, unknown>[]): ListedGeneration[] {
  return items.flatMap((item) => {
    try {
      return [parseListedGeneration(item)];
    } catch (error) {
      logger.error('item not listed', errorTrace(error));
      return [];
    }
  });
}
