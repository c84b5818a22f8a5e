import type { CSSProperties, KeyboardEvent } from 'react';
import { formatTimeCode } from './format-time.ts';
import '../ui/slider.css';

interface ScrubberProps {
  duration: number;
  time: number;
  /** The times of the frames in the filmstrip. */
  marks: readonly number[];
  onSeek: (time: number) => void;
}

const ARROWS: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

const placeAt = (share: number): CSSProperties => ({ '--at': share }) as CSSProperties;

/** A slider over the whole length of the video. */
export function Scrubber({ duration, time, marks, onSeek }: ScrubberProps) {
  const share = (value: number) => (duration > 0 ? value / duration : 0);
  const press = (event: KeyboardEvent) => {
    const seconds = ARROWS[event.key];
    if (seconds === undefined) return;
    event.preventDefault(); // The browser would move by a hundredth of the length.
    onSeek(time + seconds);
  };
  return (
    <div className="video-scrubber" style={placeAt(share(time))}>
      {marks.map((mark) => (
        <i key={mark} style={placeAt(share(mark))} />
      ))}
      <input
        className="slider"
        type="range"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The dialog gives its focus to the control that the keys move.
        autoFocus
        aria-label="Position in the video"
        aria-valuetext={formatTimeCode(time)}
        min={0}
        max={duration}
        step="any"
        value={time}
        onChange={({ currentTarget }) => onSeek(currentTarget.valueAsNumber)}
        onKeyDown={press}
      />
    </div>
  );
}
