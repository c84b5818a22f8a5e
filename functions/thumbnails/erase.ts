import { failGeneration } from './fail-generation.ts';
import { eraseImages } from './image-bucket.ts';
import { parseThumbnail } from './record.ts';
import { finishSettling } from './settle.ts';
import { deleteRecord, recordsOf } from './thumbnails-table.ts';

/** Rows deleted at the same time. */
const AT_ONCE = 25;

/**
 * Removes every generation of a user whose account is shut, and every picture. What is under way is ended as a failure
 * first: its credits come back, and its settle, which then finds no record, removes the picture it has just stored.
 * Done twice, it changes nothing.
 * @returns how many records and pictures there were.
 */
export async function eraseThumbnails(userId: string): Promise<{ records: number; images: number }> {
  const ids: string[] = [];
  for await (const row of recordsOf(userId)) {
    ids.push(String(row['generationId']));
    // One that was settled alone is open, too.
    if (row['status'] !== 'pending' && !('pendingShard' in row)) continue;
    const open = parseThumbnail(row);
    // It may be settled alone at this very moment.
    const end = open.status === 'pending' ? (await failGeneration(open, 'internal')).thumbnail : open;
    if (end?.status === 'succeeded') await finishSettling(end);
  }
  const images = await eraseImages(userId);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => deleteRecord(userId, id)));
  }
  return { records: ids.length, images };
}
