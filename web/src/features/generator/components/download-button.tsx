import type { Thumbnail } from '../../../api/thumbnails.ts';
import { useOriginalDownload } from '../../../api/use-original-download.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

interface DownloadButtonProps {
  thumbnail: Thumbnail;
  /** Shows a failure in a dialog, which covers the messages of the page. */
  onFailure?: (hasFailed: boolean) => void;
}

export function DownloadButton({ thumbnail, onFailure }: DownloadButtonProps) {
  const { isBusy, download } = useOriginalDownload(thumbnail, onFailure);
  return (
    <Button variant="outline" disabled={isBusy} onClick={download}>
      {isBusy ? <Spinner /> : <DownloadIcon />} Download
    </Button>
  );
}
