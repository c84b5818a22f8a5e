import { STRIP_FRAMES } from './choose-frames.ts';
import { formatTime } from './format-time.ts';
import { FramePicture } from './frame-picture.tsx';
import type { StripFrame } from './sample-video.ts';

const NUMBERS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];

interface FilmstripProps {
  frames: readonly StripFrame[];
  isSearching: boolean;
  /** The time of the shown frame. */
  time: number | undefined;
  onChoose: (time: number) => void;
}

/** The best frames of the video. */
export function Filmstrip({ frames, isSearching, time, onChoose }: FilmstripProps) {
  const missing = isSearching ? STRIP_FRAMES - frames.length : 0;
  return (
    <div className="video-strip">
      <ul aria-label="Frames of the video">
        {frames.map((frame) => (
          <li key={frame.time}>
            <button
              type="button"
              aria-label={`Frame at ${formatTime(frame.time)}`}
              aria-pressed={frame.time === time}
              onClick={() => onChoose(frame.time)}
            >
              <FramePicture pixels={frame.pixels} />
              <span>{formatTime(frame.time)}</span>
            </button>
          </li>
        ))}
        {[...Array(missing).keys()].map((index) => (
          <li key={-1 - index} className="video-strip-empty" />
        ))}
      </ul>
      <p role="status">{isSearching ? SEARCHING : describe(frames.length)}</p>
    </div>
  );
}

const SEARCHING = 'Looking for sharp, bright and different frames...';

function describe(count: number): string {
  if (count === 0) return 'No frame could be read for this list. Use the slider.';
  if (count === 1) return 'One frame: the whole video looks like it.';
  return `${NUMBERS[count]} frames that are sharp, bright and different.`;
}
