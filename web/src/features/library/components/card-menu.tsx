import { useId, useState } from 'react';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import type { UpdateThumbnailRequest } from '#contract/endpoints/thumbnail-requests.ts';
import { editPath, finishPath } from '../../../lib/paths.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { CheckIcon, DownloadIcon, MoreIcon, RetryIcon, TrashIcon } from '../../../ui/action-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LayersIcon, PictureIcon, SparkIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import type { DownloadForm } from '../../../ui/download-menu.tsx';
import { NameDialog } from './name-dialog.tsx';
import { CopyIcon, FinishIcon, NameIcon } from './icons.tsx';

export interface CardActions {
  /** Undefined for a photo, which has no prompt. */
  onUseAgain: (() => void) | undefined;
  onNext: () => void;
  /** Undefined in a stage without a model for a style. */
  onUseAsStyle: (() => void) | undefined;
  /** Opens the test pack of the set of the thumbnail. Undefined for a thumbnail outside of a set. */
  onTest: (() => void) | undefined;
  onDuplicate: () => void;
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
          ['Next in this series', <LayersIcon />, actions.onNext],
          ...(actions.onTest ? [['Test pack', <CheckIcon />, actions.onTest] satisfies MenuItem] : []),
          ...(actions.onUseAsStyle
            ? [['Use as style', <PictureIcon />, actions.onUseAsStyle] satisfies MenuItem]
            : []),
          ...(actions.onUseAgain
            ? [['Use again', <RetryIcon />, actions.onUseAgain] satisfies MenuItem]
            : []),
          ['Duplicate', <CopyIcon />, actions.onDuplicate],
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
