import { lazy, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useSiteConfig } from '../../../api/site-config.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { createIcon } from '../../../ui/icons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Feeds } from './feeds.tsx';
import { listLoaded, useRivals } from './rivals.ts';
import { useStandsOut } from './use-stands-out.ts';
import type { VideoDetails } from './video-details.ts';
import { isDuration, MAX_LENGTHS } from './video-details.ts';

const RivalsPanel = lazy(() => import('./rivals-panel.tsx'));

const SunIcon = createIcon(
  'M16 12a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
);
const MoonIcon = createIcon('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z');

const ShuffleIcon = createIcon(
  'M4 7h3.5l9 10H20M4 17h3.5l2.6-2.9M13.9 9.9L16.5 7H20M17.5 4.5L20 7l-2.5 2.5M17.5 14.5L20 17l-2.5 2.5',
);

interface YoutubePreviewProps {
  userId: string;
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
export function YoutubePreview({ userId, canvas, details, onChange, children }: YoutubePreviewProps) {
  const titleId = useId();
  const config = useSiteConfig();
  const hasRivals = config.status === 'success' && config.data.references.video;
  const rivals = useRivals(userId);
  const loaded = hasRivals ? listLoaded(rivals.entries) : [];
  const [wanted, setPosition] = useState(1);
  const position = Math.min(wanted, loaded.length);
  const comparison = useStandsOut(canvas, loaded);
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
      <LazyPart>
        {hasRivals && <RivalsPanel rivals={rivals} comparison={comparison} loaded={loaded} />}
      </LazyPart>
      {loaded.length > 0 && (
        <div className="youtube-shuffle">
          <Button
            variant="outline"
            onClick={() => {
              setPosition((position + 1 + Math.floor(Math.random() * loaded.length)) % (loaded.length + 1));
            }}
          >
            <ShuffleIcon /> <span>Shuffle</span>
          </Button>
          <small role="status">{`Your thumbnail is number ${position + 1} of ${loaded.length + 1}.`}</small>
        </div>
      )}
      <Feeds canvas={canvas} details={details} rivals={loaded} position={position} />
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
