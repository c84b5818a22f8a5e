import { useState } from 'react';
import { saveFile } from '../lib/save-file.ts';
import { notify } from '../ui/notify.ts';
import { fetchThumbnailImage, ORIGINAL_FILE_NAME } from './thumbnail-image.ts';
import type { Thumbnail } from './thumbnails.ts';

export const DOWNLOAD_FAILURE = 'Failed to download image. Please try again.';

const notifyFailure = (hasFailed: boolean) => {
  if (hasFailed) notify.error(DOWNLOAD_FAILURE);
};

/**
 * Saves the image as the model made it, under its specified name.
 * @param onFailure shows whether the last attempt has failed. @default a message (specification, section 8)
 */
export function useOriginalDownload(thumbnail: Thumbnail, onFailure = notifyFailure) {
  const [isBusy, setIsBusy] = useState(false);

  const download = async () => {
    setIsBusy(true);
    onFailure(false);
    try {
      saveFile(await fetchThumbnailImage(thumbnail), ORIGINAL_FILE_NAME);
    } catch {
      onFailure(true);
    }
    setIsBusy(false);
  };

  return { isBusy, download: () => void download() };
}
