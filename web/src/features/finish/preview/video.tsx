import type { ReactNode } from 'react';
import { ImageCanvas } from '../editor/canvas.tsx';
import type { Rival } from './rivals.ts';
import type { VideoDetails } from './video-details.ts';
import './youtube-preview.css';

interface VideoProps {
  canvas: HTMLCanvasElement | undefined;
  details: VideoDetails;
  /** False if the duration is not shown. */
  hasBadge: boolean;
  /** Ends the sentence "Your thumbnail …". */
  place: string;
}

/** The creator's video in a list of videos. */
export const Video = ({ canvas, details, hasBadge, place }: VideoProps) => (
  <VideoEntry
    isYours
    details={hasBadge ? details : { ...details, duration: '' }}
    picture={<ScaledCanvas source={canvas} label={`Your thumbnail ${place}`} />}
  />
);

/** One of the other videos of a list. Screen readers skip it: it is invented. */
export function OtherVideo({ number }: { number: OtherVideoNumber }) {
  const { look, ...details } = OTHER_VIDEOS[number];
  const style = Object.fromEntries(LOOK.map((name, index) => [name, look[index]]));
  return (
    <div className="other-video" style={style} aria-hidden="true">
      <VideoEntry details={details} picture={<i className="other-picture" />} />
    </div>
  );
}

/** A real video of a list. YouTube's public data has no number of views and no duration. */
export const RivalVideo = ({ rival: { title, channel, image } }: { rival: Rival }) => (
  <VideoEntry
    details={{ title, channel, views: '', duration: '' }}
    picture={<img className="rival-image" src={image} alt="" />}
    avatar={pickAvatar(channel)}
  />
);

/** Grounds of the avatars. A white letter is legible on each. */
const AVATARS = ['#155e75', '#9a3412', '#166534', '#334155', '#9d174d', '#854d0e'];

const pickAvatar = (channel: string) =>
  AVATARS[Array.from(channel).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % AVATARS.length];

interface VideoEntryProps {
  details: Omit<VideoDetails, 'theme'>;
  picture: ReactNode;
  /** True for the creator's video. */
  isYours?: boolean;
  /** The ground of the avatar. */
  avatar?: string | undefined;
}

/** A video in a list. The style of the list decides its layout. */
function VideoEntry({ details, picture, isYours, avatar }: VideoEntryProps) {
  const { title, channel, views, duration } = details;
  return (
    <div className="video" data-yours={isYours}>
      <VideoThumbnail duration={duration}>{picture}</VideoThumbnail>
      <div className="video-words">
        <i className="video-avatar" style={{ background: avatar }} aria-hidden="true">
          {Array.from(channel.trim()).slice(0, 1).join('').toUpperCase()}
        </i>
        <p className="video-title">
          <bdi>{title || 'Title of the video'}</bdi>
        </p>
        <p className="video-channel">
          <bdi>{channel}</bdi>
        </p>
        <p className="video-views">{views}</p>
      </div>
    </div>
  );
}

/** The colors of an invented picture, and the places of its light and of its two hills. */
const LOOK = ['--tone-light', '--tone-glow', '--tone-middle', '--tone-dark', '--light', '--near', '--far'];

/** Invented videos around the creator's one: a thumbnail is judged among others, with titles of other lengths. */
const OTHER_VIDEOS = {
  1: {
    title: 'Three Days Alone on the Mountain',
    channel: 'Field Notes',
    views: '48K views · 2 weeks ago',
    duration: '18:02',
    look: ['#d8b98c', '#b98450', '#7a4e34', '#3d2a22', '72% 44%', '78% 118%', '14% 122%'],
  },
  2: {
    title: 'Ten Studio Upgrades That Cost Almost Nothing, Ranked',
    channel: 'Small Studio',
    views: '21K views · 1 month ago',
    duration: '9:47',
    look: ['#c3d0d6', '#6f94a8', '#3f6275', '#21343f', '30% 36%', '22% 120%', '92% 112%'],
  },
  3: {
    title: 'I Cooked Every Recipe in One Book',
    channel: 'Table for Six',
    views: '310K views · 4 days ago',
    duration: '24:10',
    look: ['#e3bfae', '#b5695f', '#7c3f45', '#40232b', '50% 56%', '50% 126%', '96% 124%'],
  },
  4: {
    title: 'How This Bridge Opens 12 Times a Day',
    channel: 'Moving Parts',
    views: '96K views · 5 months ago',
    duration: '14:20',
    look: ['#dcdcb4', '#85996a', '#4d6549', '#28372b', '80% 30%', '8% 112%', '70% 130%'],
  },
  5: {
    title: 'Learning the Piano From Zero: One Year in Ten Minutes',
    channel: 'Slow Practice',
    views: '7.4K views · 9 hours ago',
    duration: '10:31',
    look: ['#cfc6dd', '#8577a3', '#51486f', '#2a263d', '24% 52%', '96% 116%', '30% 132%'],
  },
  6: {
    title: 'The Quietest Train Line in the Country',
    channel: 'Window Seat',
    views: '64K views · 3 weeks ago',
    duration: '16:45',
    look: ['#d5d8d0', '#9aa79a', '#5d6c66', '#2c3633', '64% 34%', '30% 116%', '86% 128%'],
  },
  7: {
    title: 'Repairing a Clock That Stopped in 1931',
    channel: 'Second Hand',
    views: '182K views · 1 year ago',
    duration: '21:08',
    look: ['#e0cfa6', '#a98a55', '#6b5335', '#352a1f', '18% 40%', '84% 120%', '40% 126%'],
  },
  8: {
    title: 'What a Week in a Lighthouse Sounds Like',
    channel: 'Field Notes',
    views: '12K views · 2 days ago',
    duration: '8:33',
    look: ['#c7dcdc', '#6d9c9e', '#3b6468', '#1f3538', '56% 28%', '12% 124%', '76% 114%'],
  },
} as const;

export type OtherVideoNumber = keyof typeof OTHER_VIDEOS;

interface VideoThumbnailProps {
  /** The picture. */
  children: ReactNode;
  /** The duration of the video as the creator typed it, e.g. 12:34. */
  duration: string;
}

/** A picture with the duration that YouTube shows over it. */
export const VideoThumbnail = ({ children, duration }: VideoThumbnailProps) => (
  <div className="video-thumbnail">
    {children}
    {duration !== '' && (
      <span className="duration-badge" aria-hidden="true">
        {duration}
      </span>
    )}
  </div>
);

interface ScaledCanvasProps {
  /** The rendering to copy. While it is undefined, the place is empty. */
  source: HTMLCanvasElement | undefined;
  /** Text that a screen reader announces for the canvas. */
  label: string;
}

/** A 16:9 copy of a rendering. */
export const ScaledCanvas = ({ source, label }: ScaledCanvasProps) => (
  <ImageCanvas className="scaled-canvas" role="img" aria-label={label} source={source} isLater />
);

interface SurfaceProps {
  name: string;
  className: string;
  children: ReactNode;
}

/** A place of YouTube with some of its videos. */
export const Surface = ({ name, className, children }: SurfaceProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <div className="surface" role="group" aria-label={name} tabIndex={0}>
    <div className={className}>{children}</div>
  </div>
);
