import { DownloadIcon } from './action-icons.tsx';
import { Menu } from './menu.tsx';

/** A JPEG with the design, as the finish page exports it, or the image as the model made it. */
export type DownloadForm = 'finished' | 'original';

interface DownloadMenuProps {
  /** The `popoverTarget` of the button that opens it. */
  id: string;
  onDownload: (form: DownloadForm) => void;
}

/** Asks in which form a finished thumbnail is downloaded. */
export const DownloadMenu = ({ id, onDownload }: DownloadMenuProps) => (
  <Menu
    id={id}
    items={[
      ['Finished, JPEG', <DownloadIcon />, () => onDownload('finished')],
      ['Original', <DownloadIcon />, () => onDownload('original')],
    ]}
  />
);
