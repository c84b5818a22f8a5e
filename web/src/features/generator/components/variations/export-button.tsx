import { useState } from 'react';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { describeIncomplete } from '../../../../lib/export/exported-file.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { settleDesigns } from '../../../../outbox/download-thumbnails.ts';
import { DownloadIcon } from '../../../../ui/action-icons.tsx';
import { Button } from '../../../../ui/button.tsx';
import { reportFailure } from '../../../../ui/lazy-part.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Spinner } from '../../../../ui/spinner.tsx';

/** YouTube tests three thumbnails of a video. */
export const TEST_SIZE = 3;

const LABELS = ['Export', 'Export one', 'Export two', 'Export three'];

interface ExportButtonProps {
  thumbnails: readonly Thumbnail[];
  variant?: 'brand' | 'quiet';
}

/** Saves the thumbnails for YouTube: one as a JPEG, several as a zip. */
export function ExportButton({ thumbnails, variant = 'brand' }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);

  const save = async () => {
    setIsBusy(true);
    try {
      const settled = await settleDesigns(thumbnails);
      const { exportFinished } = await import('../../../../api/export-finished.ts');
      const { name, blob, incomplete } = await exportFinished(settled);
      saveFile(blob, name);
      if (incomplete) notify.info(describeIncomplete(thumbnails.length, incomplete));
    } catch (error) {
      reportFailure(error, 'The export failed. Check your connection and try again.');
    }
    setIsBusy(false);
  };

  return (
    <Button variant={variant} disabled={isBusy || thumbnails.length === 0} onClick={() => void save()}>
      {isBusy ? <Spinner /> : <DownloadIcon />} <span>{LABELS[thumbnails.length]}</span>
    </Button>
  );
}
