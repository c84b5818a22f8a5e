import type { ReactNode } from 'react';
import { ScaledCanvas } from './scaled-canvas.tsx';
import { DurationBadge } from './duration-badge.tsx';
import { OTHER_VIDEOS, type OtherVideoNumber } from '../../model/youtube/other-videos.ts';
import type { VideoDetails } from '../../model/youtube/video-details.ts';

interface VideoProps {
  canvas: HTMLCanvasElement | undefined;
  details: VideoDetails;
  /** Ends the sentence "Your thumbnail …". */
  place: string;
}

/** The creator's video in a list of videos. */
export const Video = ({ canvas, details, place }: VideoProps) => (
  <VideoEntry
    details={details}
    picture={<ScaledCanvas source={canvas} label={`Your thumbnail ${place}`} />}
  />
);

/** One of the other videos of a list. Screen readers skip it: it is invented. */
export const OtherVideo = ({ number }: { number: OtherVideoNumber }) => (
  <div className={`other-video other-video-${number}`} aria-hidden="true">
    <VideoEntry details={OTHER_VIDEOS[number]} picture={<i className="other-picture" />} />
  </div>
);

interface VideoEntryProps {
  details: Omit<VideoDetails, 'theme'>;
  picture: ReactNode;
}

/** Its list decides how it looks. */
function VideoEntry({ details: { title, channel, views, duration }, picture }: VideoEntryProps) {
  return (
    <div className="video">
      <div className="video-thumbnail">
        {picture}
        <DurationBadge duration={duration} />
      </div>
      <div className="video-words">
        <i className="video-avatar" aria-hidden="true">
          {Array.from(channel.trim()).slice(0, 1).join('').toUpperCase()}
        </i>
        <p className="video-title">{title || 'Title of the video'}</p>
        <p className="video-channel">{channel}</p>
        <p className="video-views">{views}</p>
      </div>
    </div>
  );
}
