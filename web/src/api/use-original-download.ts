import { useState } from 'react';
import { saveFile } from '../lib/save-file.ts';
import { notify } from '../ui/notify.ts';
import { fetchThumbnailImage, ORIGINAL_FILE_NAME } from './thumbnail-image.ts';
import type { Thumbnail } from './thumbnails.ts';

/** Saves the image as the model made it, under its specified name. A failure is shown (specification, section 8). */
export function useOriginalDownload(thumbnail: Thumbnail) {
  const [isBusy, setIsBusy] = useState(false);

  const download = async () => {
    setIsBusy(true);
    try {
      saveFile(await fetchThumbnailImage(thumbnail), ORIGINAL_FILE_NAME);
    } catch {
      notify.error('Failed to download image. Please try again.');
    }
    setIsBusy(false);
  };

  return { isBusy, download: () => void download() };
}
