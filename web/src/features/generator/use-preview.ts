import { useEffect, useRef, useState } from 'react';
import type { Thumbnail } from '../../api/thumbnails.ts';
import { useShownThumbnail } from './use-shown-thumbnail.ts';
import { OFFLINE } from './generation-errors.tsx';
import type { Failure } from './generation-errors.tsx';
import type { GeneratorHistory } from './generator-history.ts';

/** A generation is done when its image is visible. Undefined before the first one. */
export type Progress = 'generating' | 'waiting' | 'done' | 'failed' | undefined;

/** What the preview shows while no generation is running: the last failure, the chosen thumbnail, or the newest one. */
export function usePreview(userId: string | undefined, history: GeneratorHistory) {
  const [chosenId, setChosenId] = useShownThumbnail(userId);
  const [failure, setFailure] = useState<Failure>();
  const [fresh, setFresh] = useState<{ id: string; isVisible: boolean }>();
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    const recover = () => setFailure((current) => (current === OFFLINE ? undefined : current));
    addEventListener('online', recover);
    return () => removeEventListener('online', recover);
  }, []);

  const chosen = chosenId === undefined ? undefined : history.find(chosenId);
  const thumbnail = failure ? undefined : (chosen ?? history.entries.at(-1));
  const scrollIntoView = () =>
    section.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });

  return {
    section,
    failure,
    thumbnail,
    isNew: thumbnail !== undefined && thumbnail.id === fresh?.id,
    outcome: outcome(failure, fresh),
    setFailure,
    /** For a generation that has just finished. */
    showNew: ({ id }: Thumbnail) => {
      setFresh({ id, isVisible: false });
      setChosenId(id);
    },
    /** For a thumbnail that the creator chooses. */
    show: ({ id }: Thumbnail) => {
      setFailure(undefined);
      setFresh(undefined);
      setChosenId(id);
      scrollIntoView();
    },
    showLast: () => setFailure(undefined),
    clear: () => {
      setFailure(undefined);
      setFresh(undefined);
    },
    scrollIntoView,
    onImageLoad: (loaded: Thumbnail) => {
      if (loaded.id === fresh?.id) setFresh({ ...fresh, isVisible: true });
      history.onImageLoad(loaded);
    },
  };
}

function outcome(failure: Failure | undefined, fresh: { isVisible: boolean } | undefined): Progress {
  if (failure) return 'failed';
  return fresh && (fresh.isVisible ? 'done' : 'generating');
}

const scrollBehavior = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? ('auto' as const) : ('smooth' as const);
