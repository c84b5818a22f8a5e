import { LIMITS } from '../../../contract/limits.ts';
import { Picture } from '../ui/picture.tsx';
import type { HistoryEntry } from './history.ts';
import type { UsedHistory } from './use-history.ts';
import './previous-thumbnails.css';

interface PreviousThumbnailsProps {
  history: UsedHistory;
  shownId: string | undefined;
  onShow: (entry: HistoryEntry) => void;
}

const PLACES = Array.from({ length: LIMITS.historyLength }, (_, place) => place);

/** The grid always has its four places, so that nothing below it moves when it fills. */
export function PreviousThumbnails({ history, shownId, onShow }: PreviousThumbnailsProps) {
  const { ready, entries } = history;
  const isEmpty = ready && entries.length === 0;
  const freePlaces = PLACES.slice(isEmpty ? 1 : entries.length);
  return (
    <section className="previous" aria-labelledby="previous-title" aria-busy={!ready}>
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
              <Picture
                key={entry.url}
                src={entry.url}
                alt={`Previous thumbnail ${index + 1}`}
                onLoad={() => history.onImageLoad(entry)}
                onError={() => history.onImageError(entry)}
              />
            </button>
          </li>
        ))}
        {isEmpty && <li className="previous-place">Your last four thumbnails are kept here.</li>}
        {freePlaces.map((place) => (
          <li
            key={place}
            className={ready ? 'previous-place' : 'previous-place is-loading'}
            aria-hidden="true"
          />
        ))}
      </ul>
    </section>
  );
}
