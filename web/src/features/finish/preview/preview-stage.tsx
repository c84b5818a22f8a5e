import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { createIcon } from '../../../ui/icons.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Feeds } from './feeds.tsx';
import type { FeedsProps } from './feeds.tsx';
import { findOption, NARROW_PLACES, WIDE_PLACES } from './places.ts';
import type { Place } from './places.ts';
import './preview-stage.css';

const ShuffleIcon = createIcon(
  'M4 7h3.5l9 10H20M4 17h3.5l2.6-2.9M13.9 9.9L16.5 7H20M17.5 4.5L20 7l-2.5 2.5M17.5 14.5L20 17l-2.5 2.5',
);

interface PreviewStageProps {
  feed: FeedsProps;
  /** The number of videos that the creator's video moves among, with it. */
  count: number;
  /** True once the creator has moved the video. */
  isShuffled: boolean;
  onShuffle: () => void;
  place: Place | undefined;
  onPlace: (place: Place) => void;
  /** True where the window has room for one list only. */
  isNarrow: boolean;
  /** The theme, where the window has room for it. */
  children: ReactNode;
}

/** Stands in the place of the canvas: the thumbnail as viewers meet it, among other videos, in YouTube's colors. */
export function PreviewStage(props: PreviewStageProps) {
  const { feed, count, isShuffled, onShuffle, place, onPlace, isNarrow, children } = props;
  const stage = useRef<HTMLElement>(null);
  const options = isNarrow ? NARROW_PLACES : WIDE_PLACES;
  const option = findOption(options, place);
  const { position } = feed;
  useEffect(() => {
    if (isShuffled) for (const list of stage.current?.querySelectorAll('.surface') ?? []) reveal(list);
  }, [isShuffled, position, option]);
  if (!option) return null;
  return (
    <section ref={stage} aria-label="On YouTube">
      <div className="preview-head">
        <Segmented label="Place on YouTube" value={option.value} options={options} onChange={onPlace} />
        {children}
        <Button variant="outline" aria-label="Shuffle" title="Move your thumbnail" onClick={onShuffle}>
          <ShuffleIcon /> {!isNarrow && <span>Shuffle</span>}
        </Button>
        <p className="visually-hidden" role="status">
          {isShuffled && `Your thumbnail is number ${position + 1} of ${count}.`}
        </p>
      </div>
      <Feeds lists={option.lists} {...feed} />
    </section>
  );
}

/** Scrolls a list, and nothing around it, until the creator's video is in view. */
function reveal(list: Element): void {
  const yours = list.querySelector('[data-yours]')?.getBoundingClientRect();
  if (!yours) return;
  const { top, bottom } = list.getBoundingClientRect();
  if (yours.top < top) list.scrollTop += yours.top - top;
  else list.scrollTop += Math.max(0, Math.min(yours.bottom - bottom, yours.top - top));
}
