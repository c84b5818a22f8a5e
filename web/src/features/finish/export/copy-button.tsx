import { useLayoutEffect, useRef, useState } from 'react';
import type { ExportedFile } from '../../../lib/export/exported-file.ts';
import type { FinishedImage } from '../../../lib/render/finished-image.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyIcon } from '../editor/icons.tsx';
import { copyImage } from './copy-image.ts';
import type { Export } from './use-export.ts';

interface CopyButtonProps {
  finished: FinishedImage;
  exporting: Export;
}

/** Puts the finished image into the clipboard. */
export function CopyButton({ finished, exporting: { isBusy, exportTo } }: CopyButtonProps) {
  /** The image that is copied when it is complete. */
  const latest = useRef(finished);
  useLayoutEffect(() => {
    latest.current = finished;
  });
  /** Stands beside the button, because the settings cover the messages of the page. It is about one image, in one language. */
  const [said, setSaid] = useState<{ finished: FinishedImage; words: string }>();
  const press = async () => {
    setSaid(undefined);
    const png = new Promise<ExportedFile | undefined>((resolve) => exportTo(resolve, 'png'));
    const words = await copyImage(png);
    setSaid({ finished: latest.current, words });
  };
  return (
    <>
      {/* A disabled button would lose the focus with its press. */}
      <Button variant="quiet" aria-disabled={isBusy} onClick={() => isBusy || void press()}>
        <CopyIcon /> <span>Copy image</span>
      </Button>
      <p className="export-said" role="status">
        {said?.finished === finished && said.words}
      </p>
    </>
  );
}
