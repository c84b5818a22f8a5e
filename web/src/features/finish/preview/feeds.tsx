import type { Rival } from './rivals.ts';
import { OtherVideo, RivalVideo, Surface, Video } from './video.tsx';
import type { OtherVideoNumber } from './video.tsx';
import type { VideoDetails } from './video-details.ts';

interface FeedsProps {
  canvas: HTMLCanvasElement | undefined;
  details: VideoDetails;
  /** With rivals, they replace the invented videos. */
  rivals: readonly Rival[];
  /** The number of rivals before the creator's video. */
  position: number;
}

/** The thumbnail among other videos, at the sizes of four places of YouTube. */
export const Feeds = ({ canvas, details, rivals, position }: FeedsProps) => (
  <div
    className="youtube-places"
    data-theme={details.theme}
    data-rivals={rivals.length > 0}
    role="group"
    aria-label="Previews"
  >
    {PLACES.map(({ name, className, place, isYoursFirst, others, mostRivals }) => {
      const yours = <Video key="yours" canvas={canvas} details={details} place={place} />;
      const invented = others.map((number) => <OtherVideo key={number} number={number} />);
      const real = rivals.map((rival) => <RivalVideo key={rival.videoId} rival={rival} />);
      const start = Math.max(0, Math.min(position, rivals.length) - mostRivals);
      const shown = real.slice(start, start + mostRivals);
      const before = rivals.length > 0 ? position - start : isYoursFirst ? 0 : 1;
      const around = rivals.length > 0 ? [...shown, ...invented.slice(shown.length)] : invented;
      return (
        <Surface key={name} name={name} className={className}>
          {around.toSpliced(before, 0, yours)}
        </Surface>
      );
    })}
  </div>
);

interface PlaceOfYoutube {
  name: string;
  className: string;
  /** Ends the sentence "Your thumbnail …". */
  place: string;
  /** True if the creator's video is the first one among invented videos. It is the second one otherwise. */
  isYoursFirst: boolean;
  others: readonly OtherVideoNumber[];
  /** The rivals that fit around the creator's video, which always stays in view. */
  mostRivals: number;
}

const PLACES: readonly PlaceOfYoutube[] = [
  {
    name: 'Home',
    className: 'in-home',
    place: 'on the home page',
    isYoursFirst: true,
    others: [1, 2, 3, 4, 5],
    mostRivals: 4,
  },
  {
    name: 'Sidebar',
    className: 'in-sidebar',
    place: 'beside a video',
    isYoursFirst: false,
    others: [2, 5],
    mostRivals: 4,
  },
  {
    name: 'Phone',
    className: 'in-phone',
    place: 'on a phone',
    isYoursFirst: true,
    others: [3],
    mostRivals: 1,
  },
  {
    name: 'Search',
    className: 'in-search',
    place: 'in the search results',
    isYoursFirst: true,
    others: [4],
    mostRivals: 1,
  },
];
