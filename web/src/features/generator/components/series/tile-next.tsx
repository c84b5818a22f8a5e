import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { nameThumbnail, type Thumbnail } from '../../../../api/thumbnails.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { LayersIcon } from '../../../../ui/icons.tsx';
import type { GeneratorForm } from '../../hooks/use-generator-form.ts';
import { useNext } from './use-next.ts';
import './tile-next.css';

interface TileNextProps {
  entries: readonly Thumbnail[];
  /** While a generation runs, no other one can start. */
  disabled: boolean;
  form: Pick<GeneratorForm, 'openSeries'>;
}

/**
 * Adds "Next in this series" to the tiles of Previous Thumbnails. The tiles are on the first page, whose code has no room for the button, so
 * this part finds their elements in the page.
 */
export function TileNext({ entries, disabled, form }: TileNextProps) {
  const start = useNext(form);
  const [tiles, setTiles] = useState<readonly Element[]>([]);
  // The tiles may change with each rendering of the page.
  useLayoutEffect(() => {
    const found = [...document.querySelectorAll('.previous-grid > li:has(> .previous-tile)')];
    if (found.length !== tiles.length || found.some((tile, index) => tile !== tiles[index])) setTiles(found);
  });
  return entries.map((entry, index) => {
    const tile = tiles[index];
    if (tile === undefined) return undefined;
    const name = nameThumbnail(entry) ?? `Previous thumbnail ${index + 1}`;
    return createPortal(
      <IconButton
        className="icon-button tile-next"
        aria-label={`Next in this series: ${name}`}
        title="Next in this series"
        disabled={disabled}
        onClick={() => start(entry)}
      >
        <LayersIcon />
      </IconButton>,
      tile,
      entry.id,
    );
  });
}
