import { useId } from 'react';
import { Field } from '../../../../ui/field.tsx';
import { Segmented } from '../controls/segmented.tsx';
import { MoonIcon, SunIcon } from '../icons.tsx';
import { OtherVideo, Video } from './video.tsx';
import type { VideoDetails } from '../../model/youtube/video-details.ts';
import { MAX_LENGTHS } from '../../model/youtube/video-details.ts';
import './youtube-preview.css';

interface YoutubePreviewProps {
  /** The thumbnail as it is exported. Undefined until it is rendered. */
  canvas: HTMLCanvasElement | undefined;
  details: VideoDetails;
  onChange: (changes: Partial<VideoDetails>) => void;
}

const FIELDS = [
  { name: 'title', label: 'Video title' },
  { name: 'channel', label: 'Channel' },
  { name: 'views', label: 'Views' },
  { name: 'duration', label: 'Duration' },
] as const;

const THEMES = [
  {
    value: 'dark',
    label: 'Dark',
    content: (
      <>
        <MoonIcon /> Dark
      </>
    ),
  },
  {
    value: 'light',
    label: 'Light',
    content: (
      <>
        <SunIcon /> Light
      </>
    ),
  },
] as const;

/** The thumbnail as viewers meet it: among other videos, at the sizes of four places, in YouTube's colors. */
export function YoutubePreview({ canvas, details, onChange }: YoutubePreviewProps) {
  const titleId = useId();
  return (
    <section className="youtube" aria-labelledby={titleId}>
      <div className="youtube-head">
        <h2 id={titleId}>On YouTube</h2>
        <Segmented
          label="Theme of YouTube"
          value={details.theme}
          options={THEMES}
          onChange={(theme) => onChange({ theme })}
        />
      </div>
      <div className="youtube-fields">
        {FIELDS.map(({ name, label }) => (
          <Field key={name} label={label}>
            {(id) => (
              <input
                id={id}
                className="field-box"
                value={details[name]}
                maxLength={MAX_LENGTHS[name]}
                autoComplete="off"
                onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {/* It scrolls sideways on narrow screens, so the keyboard has to reach it. */}
      <div
        className="youtube-strip"
        data-theme={details.theme}
        role="group"
        aria-label="Previews"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to reach what scrolls
        tabIndex={0}
      >
        <Surface name="Home" className="in-home">
          <Video canvas={canvas} details={details} place="on the home page" />
          {([1, 2, 3, 4, 5, 6, 7] as const).map((number) => (
            <OtherVideo key={number} number={number} />
          ))}
        </Surface>
        <Surface name="Phone" className="in-phone">
          <Video canvas={canvas} details={details} place="on a phone" />
          <OtherVideo number={3} />
        </Surface>
        <Surface name="Search" className="in-search">
          <Video canvas={canvas} details={details} place="in the search results" />
          <OtherVideo number={4} />
        </Surface>
        <Surface name="Sidebar" className="in-sidebar">
          <OtherVideo number={2} />
          <Video canvas={canvas} details={details} place="beside a video" />
          <OtherVideo number={5} />
        </Surface>
      </div>
    </section>
  );
}

function Surface({
  name,
  className,
  children,
}: {
  name: string;
  className: string;
  children: React.ReactNode;
}) {
  return (
    <div className={`surface surface-${className}`}>
      <h3>{name}</h3>
      <div className={className}>{children}</div>
    </div>
  );
}
