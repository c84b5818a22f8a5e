import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { notify } from '../ui/notify.ts';
import { Spinner } from '../ui/spinner.tsx';
import { downloadThumbnail } from './download.ts';
import type { FinishedThumbnail } from './generate.ts';

export function DownloadButton({ thumbnail }: { thumbnail: FinishedThumbnail }) {
  const [busy, setBusy] = useState(false);

  const download = async () => {
    setBusy(true);
    try {
      await downloadThumbnail(thumbnail);
    } catch {
      notify.error('Failed to download image. Please try again.');
    }
    setBusy(false);
  };

  return (
    <Button look="outline" className="stage-download" disabled={busy} onClick={() => void download()}>
      {busy ? <Spinner /> : <DownloadIcon />} Download
    </Button>
  );
}
