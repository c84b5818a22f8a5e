import { isNotFound } from './errors.ts';
import { findShown, readThumbnail, toThumbnail } from './read-thumbnails.ts';
import type { Thumbnail } from './thumbnails.ts';

/** Reads a thumbnail as every page shows it. @returns undefined when the user has no such thumbnail */
export async function readCurrentThumbnail(id: string): Promise<Thumbnail | undefined> {
  try {
    const thumbnail = await readThumbnail(id);
    const { url, ...shown } = findShown(thumbnail);
    return url === undefined ? undefined : toThumbnail({ ...thumbnail, ...shown, url });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
