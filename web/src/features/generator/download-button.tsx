import { useState } from 'react';
import { readThumbnail } from '../../api/thumbnails.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { notify } from '../../ui/notify.ts';
import { Spinner } from '../../ui/spinner.tsx';

const FILE_NAME = 'thumbnail.png';
/** Some browsers read the blob only after the click has been handled. */
const REVOKE_AFTER_MS = 10_000;

export function DownloadButton({ thumbnail }: { thumbnail: Thumbnail }) {
  const [isBusy, setIsBusy] = useState(false);

  const download = async () => {
    setIsBusy(true);
    try {
      saveFile(await fetchThumbnail(thumbnail));
    } catch {
      notify.error('Failed to download image. Please try again.');
    }
    setIsBusy(false);
  };

  return (
    <Button variant="outline" className="preview-download" disabled={isBusy} onClick={() => void download()}>
      {isBusy ? <Spinner /> : <DownloadIcon />} Download
    </Button>
  );
}

/** The URL may have expired: after a failure it is renewed once. */
async function fetchThumbnail({ id, url }: Thumbnail): Promise<Blob> {
  return fetchImage(url).catch(async () => fetchImage((await readThumbnail(id)).url ?? url));
}

async function fetchImage(url: string): Promise<Blob> {
  // Bypass the cache: the response of the img element has no CORS header, so a script cannot read it.
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`The image request failed with status ${response.status}`);
  return response.blob();
}

function saveFile(image: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(image);
  link.download = FILE_NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
