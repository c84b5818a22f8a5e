import { useRef, useState } from 'react';
import type { ExportedFile } from '../../../lib/export/exported-file.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { Button } from '../../../ui/button.tsx';
import { createIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { canShare, shareFile } from './share-file.ts';
import type { Export } from './use-export.ts';

const ShareIcon = createIcon('M12 14V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1');

interface ShareButtonProps {
  finished: FinishedImage;
  exporting: Export;
}

/** Gives the exported file to another app, e.g. YouTube Studio, where the browser can. */
export function ShareButton({ finished, exporting }: ShareButtonProps) {
  const { settings, isBusy, exportTo } = exporting;
  /** A file that was ready too late for its press, and what it was made of. */
  const late = useRef<{ finished: FinishedImage; key: string; file: ExportedFile }>(undefined);
  /** Stands beside the button, because the settings cover the messages of the page. */
  const [said, setSaid] = useState('');
  // Apps that take an image do not take a file of layers.
  if (settings.format === 'psd' || !canShare(settings.format)) return null;
  const key = JSON.stringify(settings);

  const share = async (file: ExportedFile, isLast: boolean) => {
    const result = await shareFile(file);
    if (result === 'late' && !isLast) {
      late.current = { finished, key, file };
      setSaid('The file is ready. Press Share again.');
    } else if (result !== 'ended') {
      setSaid('The file could not be shared. Press Export, and share the file that is saved.');
    } else if (file.incomplete) {
      setSaid('The file leaves out a cut-out that is not available.');
    }
  };
  const press = () => {
    const { current } = late;
    late.current = undefined;
    setSaid('');
    // The encoding takes no time of the press any more.
    if (current?.finished === finished && current.key === key) void share(current.file, true);
    else exportTo((file) => file && share(file, false));
  };
  return (
    <>
      <Button variant="quiet" disabled={isBusy} onClick={press}>
        {isBusy ? <Spinner /> : <ShareIcon />} <span>Share</span>
      </Button>
      <p className="export-said" role="status">
        {said}
      </p>
    </>
  );
}
