import { useState } from 'react';
import { fetchThumbnailImage, ORIGINAL_FILE_NAME } from '../../api/thumbnail-image.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { notify } from '../../ui/notify.ts';
import { Spinner } from '../../ui/spinner.tsx';

export function DownloadButton({ thumbnail }: { thumbnail: Thumbnail }) {
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

  return (
    <Button variant="outline" disabled={isBusy} onClick={() => void download()}>
      {isBusy ? <Spinner /> : <DownloadIcon />} Download
    </Button>
  );
}
