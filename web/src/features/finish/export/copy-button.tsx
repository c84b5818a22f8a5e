import { useState } from 'react';
import type { ExportedFile } from '../../../lib/export/exported-file.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyIcon } from '../editor/icons.tsx';
import { copyImage } from './copy-image.ts';
import type { Export } from './use-export.ts';

/** Puts the finished image into the clipboard. */
export function CopyButton({ exporting: { isBusy, exportTo } }: { exporting: Export }) {
  /** Stands beside the button, because the settings cover the messages of the page. */
  const [said, setSaid] = useState('');
  const press = async () => {
    setSaid('');
    const png = new Promise<ExportedFile | undefined>((resolve) => exportTo(resolve, 'png'));
    setSaid(await copyImage(png));
  };
  return (
    <>
      <Button variant="quiet" disabled={isBusy} onClick={() => void press()}>
        <CopyIcon /> <span>Copy image</span>
      </Button>
      <p className="export-said" role="status">
        {said}
      </p>
    </>
  );
}
