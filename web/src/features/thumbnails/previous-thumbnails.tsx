import { LIMITS } from '../../../../contract/limits.ts';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { ThumbnailImage } from '../../ui/thumbnail-image.tsx';
import type { ThumbnailHistory } from './use-thumbnail-history.ts';
import './previous-thumbnails.css';

interface PreviousThumbnailsProps {
  history: ThumbnailHistory;
  shownId: string | undefined;
  onShow: (thumbnail: Thumbnail) => void;
}

const SLOTS = Array.from({ length: LIMITS.historyLength }, (_, slot) => slot);

/** The grid always has all its slots, so that nothing below it moves when it fills. */
export function PreviousThumbnails({ history, shownId, onShow }: PreviousThumbnailsProps) {
  const { isReady, entries } = history;
  const isEmpty = isReady && entries.length === 0;
  const freeSlots = SLOTS.slice(isEmpty ? 1 : entries.length);
  return (
    <section className="previous" aria-labelledby="previous-title" aria-busy={!isReady}>
      <h2 id="previous-title">Previous Thumbnails</h2>
      <ul className="previous-grid">
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <button
              type="button"
              className="previous-tile"
              aria-pressed={entry.id === shownId}
              onClick={() => onShow(entry)}
            >
              <ThumbnailImage
                key={entry.url}
                src={entry.url}
                alt={`Previous thumbnail ${index + 1}`}
                onLoad={() => history.onImageLoad(entry)}
                onError={() => history.onImageError(entry)}
              />
            </button>
          </li>
        ))}
        {isEmpty && <li className="previous-slot">Your last four thumbnails are kept here.</li>}
        {freeSlots.map((slot) => (
          <li
            key={slot}
            className={isReady ? 'previous-slot' : 'previous-slot is-loading'}
            aria-hidden="true"
          />
        ))}
      </ul>
    </section>
  );
}
