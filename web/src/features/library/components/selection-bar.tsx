import { useId, useState } from 'react';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { CloseIcon, DownloadIcon, TrashIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { DangerButton } from '../../../ui/danger-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { reportLostCode } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { LibraryState } from '../hooks/use-library.ts';
import { downloadThumbnails } from '../../../outbox/download-thumbnails.ts';
import { withUnsentNames } from '../../../outbox/unsent-name.ts';
import type { DownloadForm } from '../../../ui/download-menu.tsx';
import type * as TestPackModule from './test-pack-dialog.tsx';

/** YouTube tests three thumbnails of a video. */
const TEST_SIZE = 3;

interface SelectionBarProps {
  thumbnails: readonly ThumbnailSummary[];
  onUpdate: LibraryState['update'];
  onDelete: () => void;
  onClear: () => void;
}

const loadTestPack = () => import('./test-pack-dialog.tsx');

/** Offers the actions for the selected thumbnails. */
export function SelectionBar({ thumbnails, onUpdate, onDelete, onClear }: SelectionBarProps) {
  const [isDownloading, setIsDownloading] = useState(false);
  const [testPack, setTestPack] = useState<typeof TestPackModule>();
  const menuId = useId();
  const hasFinished = thumbnails.some(({ isFinished }) => isFinished);

  const download = async (form: DownloadForm) => {
    setIsDownloading(true);
    await downloadThumbnails(withUnsentNames(thumbnails), form);
    setIsDownloading(false);
  };
  const openTestPack = () => void loadTestPack().then(setTestPack, reportLostCode);

  return (
    <div className="selection-bar" role="region" aria-label="Selection">
      <p role="status">{`${thumbnails.length} selected`}</p>
      <Button
        variant="primary"
        disabled={isDownloading}
        {...(hasFinished ? { popoverTarget: menuId } : { onClick: () => void download('original') })}
      >
        {isDownloading ? <Spinner /> : <DownloadIcon />}
        <span>
          <span>Download</span>
          {thumbnails.length > 1 && <span className="selection-detail"> as zip</span>}
        </span>
      </Button>
      {hasFinished && <DownloadMenu id={menuId} onDownload={(form) => void download(form)} />}
      {thumbnails.length === TEST_SIZE && (
        <Button variant="outline" aria-label="Test pack" onClick={openTestPack}>
          <span>
            Test<span className="selection-detail"> pack</span>
          </span>
        </Button>
      )}
      {testPack && (
        <testPack.default
          thumbnails={thumbnails}
          onUpdate={onUpdate}
          onClose={() => setTestPack(undefined)}
        />
      )}
      <DangerButton aria-label="Delete the selected thumbnails" onClick={onDelete}>
        <TrashIcon />
        <span className="selection-detail">Delete</span>
      </DangerButton>
      <IconButton aria-label="Clear the selection" onClick={onClear}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
