import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { createIcon } from '../../../ui/icons.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { OtherVideo, Surface, Video } from './video.tsx';
import type { VideoDetails } from './video-details.ts';
import { isDuration, MAX_LENGTHS } from './video-details.ts';

const SunIcon = createIcon(
  'M16 12a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
);
const MoonIcon = createIcon('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z');

interface YoutubePreviewProps {
  /** The thumbnail as it is exported. Undefined until it is rendered. */
  canvas: HTMLCanvasElement | undefined;
  details: VideoDetails;
  onChange: (changes: Partial<VideoDetails>) => void;
  /** Content below the fields. */
  children?: ReactNode;
}

const FIELDS = [
  { name: 'title', label: 'Video title' },
  { name: 'channel', label: 'Channel' },
  { name: 'views', label: 'Views' },
] as const;

const THEMES = [
  {
    value: 'dark',
    label: 'Dark',
    content: (
      <>
        <MoonIcon /> <span>Dark</span>
      </>
    ),
  },
  {
    value: 'light',
    label: 'Light',
    content: (
      <>
        <SunIcon /> <span>Light</span>
      </>
    ),
  },
] as const;

/** The thumbnail as viewers meet it: among other videos, at the sizes of four places, in YouTube's colors. */
export default function YoutubePreview({ canvas, details, onChange, children }: YoutubePreviewProps) {
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
          <TextField
            key={name}
            label={label}
            dir="auto"
            value={details[name]}
            maxLength={MAX_LENGTHS[name]}
            autoComplete="off"
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <DurationField duration={details.duration} onChange={(duration) => onChange({ duration })} />
      </div>
      {children}
      <div className="youtube-places" data-theme={details.theme} role="group" aria-label="Previews">
        <Surface name="Home" className="in-home">
          <Video canvas={canvas} details={details} place="on the home page" />
          {([1, 2, 3, 4, 5] as const).map((number) => (
            <OtherVideo key={number} number={number} />
          ))}
        </Surface>
        <Surface name="Sidebar" className="in-sidebar">
          <OtherVideo number={2} />
          <Video canvas={canvas} details={details} place="beside a video" />
          <OtherVideo number={5} />
        </Surface>
        <Surface name="Phone" className="in-phone">
          <Video canvas={canvas} details={details} place="on a phone" />
          <OtherVideo number={3} />
        </Surface>
        <Surface name="Search" className="in-search">
          <Video canvas={canvas} details={details} place="in the search results" />
          <OtherVideo number={4} />
        </Surface>
      </div>
    </section>
  );
}

interface DurationFieldProps {
  duration: string;
  onChange: (duration: string) => void;
}

/** The duration follows the field while it is one. */
function DurationField({ duration, onChange }: DurationFieldProps) {
  const [typed, setTyped] = useState(duration);
  const isWrong = !isDuration(typed);
  return (
    <Field label="Duration">
      {(id) => (
        <>
          <input
            id={id}
            className="field-box"
            value={typed}
            maxLength={MAX_LENGTHS.duration}
            autoComplete="off"
            aria-invalid={isWrong}
            aria-describedby={`${id}-problem`}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              if (isDuration(currentTarget.value)) onChange(currentTarget.value);
            }}
          />
          <small id={`${id}-problem`} className="field-problem">
            {isWrong && 'As 12:34 or 1:02:03.'}
          </small>
        </>
      )}
    </Field>
  );
}
