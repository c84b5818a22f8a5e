import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import type { UpdateThumbnailRequest } from '#contract/endpoints/thumbnail-fields.ts';
import { editPath, finishPath } from '../../../lib/paths.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { DownloadIcon, MoreIcon, RetryIcon, TrashIcon } from '../../../ui/action-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SparkIcon } from '../../../ui/icons.tsx';
import { Link } from '../../../ui/link.tsx';
import type { DownloadForm } from '../model/download-thumbnails.ts';
import { NameDialog } from './name-dialog.tsx';
import { FinishIcon, NameIcon } from './icons.tsx';
import '../../../ui/popover-menu.css';
import './thumbnail-card.css';

export interface CardActions {
  onUseAgain: () => void;
  onDownload: (form: DownloadForm) => void;
  onDelete: () => void;
  onUpdate: (changes: UpdateThumbnailRequest) => void;
}

interface CardMenuProps extends CardActions {
  thumbnail: ThumbnailSummary;
  /** The element that names the thumbnail. */
  promptId: string;
}

/** All actions of one thumbnail. On a touch screen it is the only way to them. */
export function CardMenu({ thumbnail, promptId, ...actions }: CardMenuProps) {
  const { id, isFinished, name = '' } = thumbnail;
  const [isNaming, setIsNaming] = useState(false);
  // The item that opened the dialog is in the menu, which is closed.
  const more = useRestoreFocus<HTMLButtonElement>(isNaming);
  const menuId = useId();
  const downloads: MenuItem[] = isFinished
    ? [
        ['Download finished', <DownloadIcon />, () => actions.onDownload('finished')],
        ['Download original', <DownloadIcon />, () => actions.onDownload('original')],
      ]
    : [['Download', <DownloadIcon />, () => actions.onDownload('original')]];
  return (
    <>
      <IconButton ref={more} aria-label="More actions" aria-describedby={promptId} popoverTarget={menuId}>
        <MoreIcon />
      </IconButton>
      <Menu
        id={menuId}
        items={[
          ['Finish', <FinishIcon />, finishPath(id)],
          ['Edit', <SparkIcon />, editPath(id)],
          ['Rename', <NameIcon />, () => setIsNaming(true)],
          ['Use again', <RetryIcon />, actions.onUseAgain],
          ...downloads,
          ['Delete', <TrashIcon />, actions.onDelete],
        ]}
      />
      {isNaming && (
        <NameDialog
          name={name}
          onCancel={() => setIsNaming(false)}
          onSave={(next) => {
            setIsNaming(false);
            actions.onUpdate({ name: next === '' ? null : next });
          }}
        />
      )}
    </>
  );
}

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

/** An item opens a page, or closes the menu and does something. */
type MenuItem = [label: string, icon: ReactNode, action: string | (() => void)];

const Menu = ({ id, items }: { id: string; items: readonly MenuItem[] }) => (
  <div id={id} className="popover-menu card-menu" popover="auto">
    {items.map(([label, icon, action]) =>
      typeof action === 'string' ? (
        <Link key={label} to={action}>
          {icon} <span>{label}</span>
        </Link>
      ) : (
        <button
          key={label}
          type="button"
          className={label === 'Delete' ? 'card-menu-danger' : undefined}
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={action}
        >
          {icon} <span>{label}</span>
        </button>
      ),
    )}
  </div>
);
