import { useRef } from 'react';
import { isNotFound } from './errors.ts';
import { readThumbnail, toThumbnail } from './thumbnails.ts';
import type { Thumbnail } from './thumbnails.ts';

type Address = Pick<Thumbnail, 'id' | 'url'>;

/** Requests a new URL for an image that fails, because a URL expires after some hours. Tries once until the image loads. */
export function useImageRepair(onRead: (id: string, current: Thumbnail | undefined) => void) {
  const repaired = useRef(new Set<string>());

  const repair = async ({ id }: Address) => {
    if (repaired.current.has(id)) return;
    repaired.current.add(id);
    try {
      const current = await readCurrentThumbnail(id);
      onRead(id, current && markUrls(current));
    } catch {
      // The server did not respond. The page already shows that the image is missing, and a later failure tries again.
      repaired.current.delete(id);
    }
  };

  return {
    onImageError: (thumbnail: Address) => void repair(thumbnail),
    onImageLoad: ({ id }: { id: string }) => void repaired.current.delete(id),
  };
}

/** Adds a fragment to the URLs. The browser then requests an image again even if the URL is the URL that has just failed. */
const markUrls = ({ url, previewURL, ...rest }: Thumbnail): Thumbnail => ({
  ...rest,
  url: `${url}#again`,
  ...(previewURL && { previewURL: `${previewURL}#again` }),
});

/** Reads a thumbnail as every page shows it. @returns undefined when the user has no such thumbnail */
export async function readCurrentThumbnail(id: string): Promise<Thumbnail | undefined> {
  try {
    // The first page needs no rule of finished thumbnails.
    const [thumbnail, { findShown }] = await Promise.all([readThumbnail(id), import('./find-shown.ts')]);
    const { url, ...shown } = findShown(thumbnail);
    return url === undefined ? undefined : toThumbnail({ ...thumbnail, ...shown, url });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
