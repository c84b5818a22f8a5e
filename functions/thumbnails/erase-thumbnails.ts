import { failGeneration } from './fail-generation.ts';
import { deleteAllImages } from './image-bucket.ts';
import { deleteThumbnail, parseThumbnail, queryAll } from './thumbnails-table.ts';

/** Items deleted concurrently. */
const CONCURRENCY = 25;

/**
 * Deletes all generations and images of a user whose account is closed. Pending generations are failed first, which
 * refunds their credits; an invocation that later settles one finds no record and deletes the image it stored. Idempotent.
 * @returns how many records and images were deleted.
 */
export async function eraseThumbnails(userId: string): Promise<{ records: number; images: number }> {
  const ids: string[] = [];
  for await (const item of queryAll(userId)) {
    ids.push(String(item['generationId']));
    // Only pending items are parsed, so that an invalid item is deleted, too.
    const thumbnail = item['status'] === 'pending' ? parseThumbnail(item) : undefined;
    if (thumbnail?.status === 'pending') await failGeneration(thumbnail, 'internal');
  }
  const images = await deleteAllImages(userId);
  for (let start = 0; start < ids.length; start += CONCURRENCY) {
    await Promise.all(ids.slice(start, start + CONCURRENCY).map((id) => deleteThumbnail(userId, id)));
  }
  return { records: ids.length, images };
}
