import { useState } from 'react';
import type { Cutout } from '../../api.ts';
import { formatDay } from '../../../../lib/format.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { TrashIcon } from '../icons.tsx';

interface CutoutTileProps {
  cutout: Cutout;
  /** E.g. `cut-out 1`. */
  name: string;
  onPlace: () => void;
  onRemove: () => void;
}

/** A cut-out to place. It cost credits, so deleting it takes two presses. */
export function CutoutTile({ cutout, name, onPlace, onRemove }: CutoutTileProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <li>
      <button type="button" className="cutout-place" onClick={onPlace}>
        <img
          src={cutout.url}
          alt={`Place ${name}, from ${formatDay(cutout.createdAt)}`}
          width={cutout.width}
          height={cutout.height}
          loading="lazy"
        />
      </button>
      <IconButton
        aria-label={isAsking ? `Really delete ${name}` : `Delete ${name}`}
        data-asking={isAsking}
        onClick={() => (isAsking ? onRemove() : setIsAsking(true))}
        onBlur={() => setIsAsking(false)}
      >
        {isAsking ? 'Delete?' : <TrashIcon />}
      </IconButton>
    </li>
  );
}
