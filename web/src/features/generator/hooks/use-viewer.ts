import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { useSet } from './use-set.ts';
import type { ThumbnailHistory } from './use-thumbnail-history.ts';
import { findBatch, isRunning } from '../../../generations/generation.ts';
import type { Generations } from '../../../generations/generation.ts';
import { dispatch, generations } from '../../../generations/generations.ts';
import { findContent, findProgress, findVariationsProgress, showsFailure } from '../model/viewer-content.ts';

/** A visitor watches nothing, and has no code that changes the registry. */
const watch = (batchId: string | undefined) => {
  if (batchId !== generations.get().watchedId) dispatch({ type: 'watched', batchId });
};

/** Finds the content of the viewer: the watched images, else the chosen thumbnail, else the newest thumbnail. */
export function useViewer(
  userId: string | undefined,
  history: ThumbnailHistory,
  { all, watchedId, variationsId }: Generations,
) {
  const [chosenId, choose] = useChosenThumbnail(userId);
  const [isOfflineRefused, setIsOfflineRefused] = useState(false);
  const [visibleId, setVisibleId] = useState<string>();
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    const recover = () => setIsOfflineRefused(false);
    addEventListener('online', recover);
    return () => removeEventListener('online', recover);
  }, []);

  const watched = findBatch(all, watchedId);
  const variations = watched.length > 1 ? watched : undefined;
  const [first] = watched;
  const single = first && (isRunning(first) || showsFailure(first)) ? first : undefined;
  const isBusy = watched.some(isRunning);
  // A generation that ended while another page was open is not chosen yet.
  const wantedId = first?.end?.thumbnail?.id ?? chosenId;
  const thumbnail = (wantedId === undefined ? undefined : history.find(wantedId)) ?? history.entries.at(-1);
  const content = findContent(variations ? undefined : single, isOfflineRefused, thumbnail);
  const setId = first?.setId ?? thumbnail?.setId;
  useSet(userId, setId, chosenId === undefined);
  const hasSet = setId !== undefined && findBatch(all, setId).length > 1;
  const setToShow = hasSet ? setId : variationsId;
  const shownId = content.state === 'image' && !variations ? content.thumbnail.id : undefined;

  const scrollIntoView = () =>
    section.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
  /** Shows something of the history instead of the generations, which continue. */
  const leave = () => {
    watch(undefined);
    setIsOfflineRefused(false);
  };

  return {
    section,
    content,
    /** The variations, which are shown side by side instead of the content. */
    variations,
    /** The viewer waits for a generation. */
    isBusy,
    /** The thumbnail in the viewer. Undefined while the viewer shows something else. */
    shownId,
    progress: variations ? findVariationsProgress(variations) : findProgress(content, shownId === visibleId),
    choose,
    leave,
    show: ({ id }: Thumbnail) => {
      leave();
      choose(id);
      scrollIntoView();
    },
    /** Undefined if there are no variations to show again. */
    showVariations: setToShow === undefined || setToShow === watchedId ? undefined : () => watch(setToShow),
    showOffline: () => {
      watch(undefined);
      setIsOfflineRefused(true);
      scrollIntoView();
    },
    showBegun: () => {
      setIsOfflineRefused(false);
      scrollIntoView();
    },
    onImageLoad: (loaded: Thumbnail) => {
      setVisibleId(loaded.id);
      history.onImageLoad(loaded);
    },
  };
}

/** Keeps the chosen thumbnail while the user visits other pages, but not after a reload. The key contains the user's id. */
function useChosenThumbnail(userId: string | undefined) {
  const { data, mutate } = useSWR<string>(userId === undefined ? null : ['shown-thumbnail', userId], null);
  return [data, (id: string) => void mutate(id, { revalidate: false })] as const;
}

const scrollBehavior = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? ('auto' as const) : ('smooth' as const);
