import { GENERATOR_LIMITS } from '#contract/generator-limits.ts';
import { nameThumbnail, REFERENCE_LABELS } from '../../../api/thumbnails.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { numberNames } from '../../../lib/number-names.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { ThumbnailImage } from '../../../ui/thumbnail-image.tsx';
import type { ThumbnailHistory } from '../hooks/use-thumbnail-history.ts';
import './previous-thumbnails.css';

interface PreviousThumbnailsProps {
  history: ThumbnailHistory;
  shownId: string | undefined;
  /** While a generation runs, the preview cannot show another thumbnail. */
  disabled: boolean;
  onShow: (thumbnail: Thumbnail) => void;
}

const MAX_NAME_LENGTH = 100;

const SLOTS = Array.from({ length: GENERATOR_LIMITS.historyLength }, (_, slot) => slot);

/** The grid always has all its slots, so that nothing below it moves when it fills. */
export function PreviousThumbnails({ history, shownId, disabled, onShow }: PreviousThumbnailsProps) {
  const { isReady, entries } = history;
  const isEmpty = isReady && entries.length === 0;
  const numbers = numberNames(entries.map(nameThumbnail));
  const freeSlots = SLOTS.slice(isEmpty ? 1 : entries.length);
  return (
    <section className="previous" aria-labelledby="previous-title" aria-busy={!isReady}>
      <div className="previous-head">
        <h2 id="previous-title">Previous Thumbnails</h2>
        <Link to={PATHS.library}>All thumbnails</Link>
      </div>
      <ul className="previous-grid">
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <button
              type="button"
              className="previous-tile"
              aria-pressed={entry.id === shownId}
              disabled={disabled}
              title={nameThumbnail(entry)}
              onClick={() => onShow(entry)}
            >
              <ThumbnailImage
                key={entry.previewURL ?? entry.url}
                src={entry.previewURL ?? entry.url}
                alt={describe(entry, index, numbers[index])}
                onLoad={() => history.onImageLoad(entry)}
                onError={() => history.onImageError(entry)}
              />
              {entry.reference && (
                <span className="previous-reference">{REFERENCE_LABELS[entry.reference]}</span>
              )}
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

/** A name is spoken as a whole: a long prompt is cut. */
function describe(thumbnail: Thumbnail, index: number, number = 1): string {
  const name = nameThumbnail(thumbnail);
  if (name === undefined) return `Previous thumbnail ${index + 1}`;
  const short = name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH).trimEnd()}…`;
  return number === 1 ? short : `${short} (${number})`;
}
