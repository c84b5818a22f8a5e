import { useState } from 'react';
import { exportThumbnails } from '../../../../api/export-thumbnails.ts';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { Button } from '../../../../ui/button.tsx';
import { DownloadIcon } from '../../../../ui/icons.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Spinner } from '../../../../ui/spinner.tsx';

const LABELS = ['Export', 'Export one', 'Export two', 'Export three'];

/** Saves the thumbnails for YouTube: one as a JPEG, several as a zip. */
export function ExportButton({ thumbnails }: { thumbnails: readonly Thumbnail[] }) {
  const [isBusy, setIsBusy] = useState(false);

  const save = async () => {
    setIsBusy(true);
    try {
      const { name, blob } = await exportThumbnails(thumbnails);
      saveFile(blob, name);
    } catch {
      notify.error('The export failed. Check your connection and try again.');
    }
    setIsBusy(false);
  };

  return (
    <Button variant="brand" disabled={isBusy || thumbnails.length === 0} onClick={() => void save()}>
      {isBusy ? <Spinner /> : <DownloadIcon />} {LABELS[thumbnails.length]}
    </Button>
  );
}
