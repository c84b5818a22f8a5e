import { failGeneration } from '../generation/fail-generation.ts';
import { deleteAllImages } from '../../images/image-bucket.ts';
import { ACCOUNT_DELETED } from '../table/generation-failure.ts';
import { deleteItem } from '../../platform/dynamodb-writes.ts';
import { atKey } from '../../platform/tables.ts';
import { queryEverything } from '../table/queries.ts';
import { parseGeneration, type Generation } from '../table/rows.ts';
import { THUMBNAILS } from '../table/thumbnails-table.ts';

/** The number of items that are deleted concurrently. */
const CONCURRENCY = 25;

/**
 * Deletes all generations and images of a user whose account is deleted. Unfinished generations are failed first, which refunds their
 * credits. An invocation that later settles such a generation finds no row, and deletes the image that it stored. Idempotent.
 * @returns the number of deleted generations and images.
 */
export async function eraseThumbnails(userId: string): Promise<{ generations: number; images: number }> {
  const ids: string[] = [];
  for await (const item of queryEverything(userId)) {
    ids.push(String(item['generationId']));
    // Only unfinished items are parsed, so that invalid items are also deleted.
    if (item['status'] === 'pending' || item['status'] === 'waiting')
      await endGeneration(parseGeneration(item));
  }
  const images = await deleteAllImages(userId);
  for (let start = 0; start < ids.length; start += CONCURRENCY) {
    const keys = ids.slice(start, start + CONCURRENCY).map((generationId) => ({ userId, generationId }));
    await Promise.all(keys.map((key) => deleteItem(atKey(THUMBNAILS, key))));
  }
  return { generations: ids.length, images };
}

/** Fails a generation. Repeats the write while other invocations start and end attempts of the same generation. */
async function endGeneration(thumbnail: Generation | undefined): Promise<void> {
  if (thumbnail?.status !== 'pending' && thumbnail?.status !== 'waiting') return;
  const { refunded, thumbnail: stored } = await failGeneration(thumbnail, ACCOUNT_DELETED);
  if (!refunded) await endGeneration(stored);
}
