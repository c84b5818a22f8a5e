import type { Place } from './places.ts';
import type { Rival } from './rivals.ts';
import { OtherVideo, RivalVideo, Surface, Video } from './video.tsx';
import type { OtherVideoNumber } from './video.tsx';
import type { VideoDetails } from './video-details.ts';

export interface FeedsProps {
  canvas: HTMLCanvasElement | undefined;
  details: VideoDetails;
  /** False if the creator's video shows no duration. */
  hasBadge: boolean;
  /** They stand before the invented videos that remain. */
  rivals: readonly Rival[];
  /** The number of videos before the creator's. */
  position: number;
}

/** The thumbnail among other videos, at the sizes of some places of YouTube. */
export const Feeds = ({ lists, ...feed }: FeedsProps & { lists: readonly Place[] }) => (
  <div
    className="youtube-places"
    data-theme={feed.details.theme}
    data-lists={lists.length}
    role="group"
    aria-label="Previews"
  >
    {lists.map((list) => (
      <Surface key={list} name={NAMES[list]} className={`in-${list}`}>
        {listVideos(list, feed)}
      </Surface>
    ))}
  </div>
);

function listVideos(list: Place, { canvas, details, hasBadge, rivals, position }: FeedsProps) {
  const yours = <Video key="yours" {...{ canvas, details, hasBadge }} place={ENDS[list]} />;
  const real = rivals.map((rival) => <RivalVideo key={rival.videoId} rival={rival} />);
  const invented = INVENTED[list].map((number) => <OtherVideo key={number} number={number} />);
  return [...real, ...invented.slice(real.length)].toSpliced(position, 0, yours);
}

const NAMES = { home: 'Home', search: 'Search', sidebar: 'Sidebar', phone: 'Phone' };

/** Ends the sentence "Your thumbnail …". */
const ENDS = {
  home: 'on the home page',
  search: 'in the search results',
  sidebar: 'beside a video',
  phone: 'on a phone',
};

const INVENTED: Record<Place, readonly OtherVideoNumber[]> = {
  home: [1, 2, 3, 4, 5, 6, 7, 8],
  search: [4, 1, 2],
  sidebar: [2, 5, 3],
  phone: [3, 1, 4],
};

/** The number of invented videos that every list has. */
export const FEWEST_OTHERS = Math.min(...Object.values(INVENTED).map(({ length }) => length));
