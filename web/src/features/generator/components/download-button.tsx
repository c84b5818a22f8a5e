import type { Thumbnail } from '../../../api/thumbnails.ts';
import { useOriginalDownload } from '../../../api/use-original-download.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

export function DownloadButton({ thumbnail }: { thumbnail: Thumbnail }) {
  const { isBusy, download } = useOriginalDownload(thumbnail);
  return (
    <Button variant="outline" disabled={isBusy} onClick={download}>
      {isBusy ? <Spinner /> : <DownloadIcon />} Download
    </Button>
  );
}
