import { useState } from 'react';
import { saveFile } from '../lib/save-file.ts';
import { notify } from '../ui/notify.ts';
import { readThumbnail } from './read-thumbnails.ts';
import { renewUrl } from './version-urls.ts';
import type { Thumbnail } from './thumbnails.ts';

/** The name of a downloaded original. */
export const ORIGINAL_FILE_NAME = 'thumbnail.png';

/** Names an image after its encoding: the version in 4K is a JPEG. */
export const imageFileName = ({ type }: Blob, name = 'thumbnail'): string =>
  `${name}.${type === 'image/jpeg' ? 'jpg' : 'png'}`;

/** Downloads an image. Its URL may have expired: after a failure it is renewed once. */
export async function fetchThumbnailImage({ id, url }: Pick<Thumbnail, 'id' | 'url'>): Promise<Blob> {
  return fetchImage(url).catch(async () => fetchImage(renewUrl(await readThumbnail(id), url) ?? url));
}

async function fetchImage(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The image request failed with status ${response.status}`);
  return response.blob();
}

/** Saves the image as the model made it, under its specified name. A failure is shown (specification, section 8). */
export function useOriginalDownload(thumbnail: Thumbnail) {
  const [isBusy, setIsBusy] = useState(false);

  const download = async () => {
    setIsBusy(true);
    try {
      const image = await fetchThumbnailImage(thumbnail);
      saveFile(image, imageFileName(image));
    } catch {
      notify.error('Failed to download image. Please try again.');
    }
    setIsBusy(false);
  };

  return { isBusy, download: () => void download() };
}
