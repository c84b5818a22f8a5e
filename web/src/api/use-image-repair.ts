import { useRef } from 'react';
import type { Thumbnail } from './thumbnails.ts';

type Address = Pick<Thumbnail, 'id' | 'url'>;

/** Requests a new URL for an image that fails, because a URL expires after some hours. Tries once until the image loads. */
export function useImageRepair(onRead: (id: string, current: Thumbnail | undefined) => void) {
  const repaired = useRef(new Set<string>());

  const repair = async ({ id }: Address) => {
    if (repaired.current.has(id)) return;
    repaired.current.add(id);
    try {
      const { readCurrentThumbnail } = await import('./read-current-thumbnail.ts');
      const current = await readCurrentThumbnail(id);
      onRead(id, current && markUrls(current));
    } catch {
      // The server did not respond, or the code cannot be loaded. The page already shows that the image is missing, and a later failure tries again.
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
