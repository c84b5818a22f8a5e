import type { DownloadForm } from '../model/download-thumbnails.ts';
import { DownloadIcon } from '../../../ui/icons.tsx';
import '../../../ui/popover-menu.css';
import './thumbnail-card.css';

interface DownloadMenuProps {
  /** The `popoverTarget` of the button that opens it. */
  id: string;
  onDownload: (form: DownloadForm) => void;
}

/** Asks in which form a finished thumbnail is downloaded. */
export function DownloadMenu({ id, onDownload }: DownloadMenuProps) {
  const close = { popoverTarget: id, popoverTargetAction: 'hide' } as const;
  return (
    <div id={id} className="popover-menu card-menu" popover="auto">
      <button type="button" {...close} onClick={() => onDownload('finished')}>
        <DownloadIcon /> Finished, JPEG
      </button>
      <button type="button" {...close} onClick={() => onDownload('original')}>
        <DownloadIcon /> Original
      </button>
    </div>
  );
}
