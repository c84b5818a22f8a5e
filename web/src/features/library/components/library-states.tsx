import { useEffect, useEffectEvent, useRef } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { BrokenPictureIcon, PictureIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { LibraryState } from '../hooks/use-library.ts';
import '../../../ui/viewfinder.css';

const SKELETON_CARDS = Array.from({ length: 8 }, (_, index) => index);

/** Has the size of a full page, so that nothing moves when the thumbnails arrive. */
export function LibrarySkeleton() {
  return (
    <div className="library-day" aria-hidden="true">
      <h2>
        <Skeleton width={9} />
      </h2>
      <ul className="library-grid">
        {SKELETON_CARDS.map((card) => (
          <li key={card} className="card">
            <div className="card-image is-loading" />
            <div className="card-foot">
              <Skeleton width={16} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function EmptyLibrary() {
  return (
    <div className="library-nothing">
      <div className="viewfinder">
        <div className="card-image">
          <PictureIcon />
        </div>
      </div>
      <h2>No thumbnails yet</h2>
      <p>Everything you generate is kept here, with its prompt, until you delete it.</p>
      <LinkButton variant="primary" to={PATHS.home}>
        Generate a thumbnail
      </LinkButton>
    </div>
  );
}

/** @param searched what was searched, e.g. `“castle”`, `Favourites` */
export function NothingFound({ searched, onClear }: { searched: readonly string[]; onClear: () => void }) {
  return (
    <div className="library-nothing" role="status">
      <h2>Nothing found</h2>
      <p dir="auto">{`No thumbnail matches ${searched.join(' · ')}.`}</p>
      <Button variant="outline" onClick={onClear}>
        Clear the search
      </Button>
    </div>
  );
}

export function FailedLibrary({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  return (
    <div className="library-nothing" role="alert">
      <div className="viewfinder">
        <div className="card-image">
          <BrokenPictureIcon />
        </div>
      </div>
      <h2>{isOffline ? 'You are offline' : 'Your thumbnails could not be loaded'}</h2>
      <p>
        {isOffline
          ? 'Your thumbnails appear when the connection returns.'
          : 'They are safe. Try again in a moment.'}
      </p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

/** The next page loads before its place is visible. */
const AHEAD = '600px';

/** Loads the next page when the end of the list comes near. The complete list ends without words. */
export function LibraryEnd({ library }: { library: LibraryState }) {
  const { isComplete, more, thumbnails } = library;
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(() => {
    // After a failure only the button tries again.
    if (more === 'idle') library.loadMore();
  });
  useEffect(() => {
    if (isComplete || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
    // A new page moves the end, which may still be near.
    // A search may return none, and continue.
  }, [isComplete, thumbnails.length, library.cursor]);

  if (isComplete) return null;
  return (
    <div ref={end} className="library-end">
      {more === 'failed' && <p role="alert">The next thumbnails could not be loaded.</p>}
      <Button variant="outline" disabled={more === 'loading'} onClick={library.loadMore}>
        {more === 'loading' && <Spinner />} <span>{more === 'failed' ? 'Retry' : 'Show more'}</span>
      </Button>
    </div>
  );
}
