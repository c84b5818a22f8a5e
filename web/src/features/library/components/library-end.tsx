import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { LibraryState } from '../hooks/use-library.ts';

/** The next page loads before its place is visible. */
const AHEAD = '600px';

/** Loads the next page when the end of the list comes near, and says where the list ends. */
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
  }, [isComplete, thumbnails.length]);

  return (
    <div ref={end} className="library-end">
      {isComplete ? (
        <p>That is all.</p>
      ) : (
        <>
          {more === 'failed' && <p role="alert">The next thumbnails could not be loaded.</p>}
          <Button variant="outline" disabled={more === 'loading'} onClick={library.loadMore}>
            {more === 'loading' && <Spinner />} {more === 'failed' ? 'Retry' : 'Show more'}
          </Button>
        </>
      )}
    </div>
  );
}
