import { useRef } from 'react';
import type { Cutout } from '../../../api/cutouts.ts';
import { CutoutTile, DeletionMessages } from './cutout-tile.tsx';
import { useCutoutDeletion } from './use-cutout-deletion.ts';

interface PictureTilesProps {
  pictures: readonly Cutout[];
  onPlace: (cutoutId: string) => void;
}

/** The pictures of the account, newest first. */
export function PictureTiles({ pictures, onPlace }: PictureTilesProps) {
  const box = useRef<HTMLUListElement>(null);
  const deletion = useCutoutDeletion('picture', box);
  return (
    <>
      <ul ref={box} className="cutout-list cutouts-scroll" tabIndex={-1} aria-label="Your pictures">
        {pictures.map((cutout, index) => (
          <li key={cutout.id}>
            <CutoutTile
              cutout={cutout}
              label={`picture ${index + 1}`}
              deletion={deletion}
              onPlace={onPlace}
            />
          </li>
        ))}
      </ul>
      {pictures.length === 0 && <p>You have no pictures yet. They stay here until you delete them.</p>}
      <DeletionMessages deletion={deletion} />
    </>
  );
}
