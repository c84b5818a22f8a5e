import type { Cutout } from '../../../api/cutouts.ts';
import { formatDay } from '../../../lib/format.ts';
import { TrashIcon } from '../../../ui/action-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FigureImage } from './figure-image.tsx';
import type { CutoutDeletion } from './use-cutout-deletion.ts';

interface CutoutTileProps {
  cutout: Cutout;
  /** The name in the labels of the buttons. */
  label: string;
  deletion: CutoutDeletion;
  onPlace: (cutoutId: string) => void;
}

/** Places a cut-out or a picture, or deletes it. */
export function CutoutTile({ cutout, label, deletion, onPlace }: CutoutTileProps) {
  const { id, url, width, height, name, person, createdAt } = cutout;
  const isAsking = id === deletion.asking;
  const when = name === undefined && person === undefined ? `, from ${formatDay(createdAt)}` : '';
  return (
    <div className="cutout-tile">
      <button type="button" className="cutout-place" onClick={() => onPlace(id)}>
        <FigureImage src={url} alt={`Place ${label}${when}`} width={width} height={height} loading="lazy" />
      </button>
      <IconButton
        aria-label={isAsking ? `Really delete ${label}` : `Delete ${label}`}
        data-asking={isAsking}
        onClick={() => deletion.press(id)}
        onBlur={deletion.stopAsking}
      >
        {isAsking ? 'Delete?' : <TrashIcon />}
      </IconButton>
    </div>
  );
}

/** Says what a deletion does to designs, and that a deletion has failed. */
export const DeletionMessages = ({ deletion }: { deletion: CutoutDeletion }) => (
  <>
    <p className="cutout-message" role="status">
      {deletion.warning}
    </p>
    <p className="cutout-message" role="alert">
      {deletion.failure}
    </p>
  </>
);
