import { useId } from 'react';
import { finishPath } from '../../../lib/paths.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DownloadIcon, RetryIcon } from '../../../ui/icons.tsx';
import { Link } from '../../../ui/link.tsx';
import { FinishIcon, MoreIcon, TrashIcon } from './icons.tsx';
import '../../../ui/popover-menu.css';
import './card-menu.css';

export interface CardActions {
  onUseAgain: () => void;
  onDownload: () => void;
  onDelete: () => void;
}

interface CardMenuProps extends CardActions {
  /** The thumbnail's. */
  id: string;
  /** The element that names the thumbnail. */
  promptId: string;
}

/** All actions of one thumbnail. On a touch screen it is the only way to them. */
export function CardMenu({ id, promptId, onUseAgain, onDownload, onDelete }: CardMenuProps) {
  const menuId = useId();
  const close = { popoverTarget: menuId, popoverTargetAction: 'hide' } as const;
  return (
    <>
      <IconButton aria-label="More actions" aria-describedby={promptId} popoverTarget={menuId}>
        <MoreIcon />
      </IconButton>
      <div id={menuId} className="popover-menu card-menu" popover="auto">
        <Link to={finishPath(id)}>
          <FinishIcon /> Finish
        </Link>
        <button type="button" {...close} onClick={onUseAgain}>
          <RetryIcon /> Use again
        </button>
        <button type="button" {...close} onClick={onDownload}>
          <DownloadIcon /> Download
        </button>
        <button type="button" className="card-menu-danger" {...close} onClick={onDelete}>
          <TrashIcon /> Delete
        </button>
      </div>
    </>
  );
}
