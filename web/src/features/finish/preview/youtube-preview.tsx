import { lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSiteConfig } from '../../../api/site-config.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { createIcon } from '../../../ui/icons.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { FEWEST_OTHERS } from './feeds.tsx';
import { PreviewFields } from './preview-fields.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { listLoaded, useRivals } from './rivals.ts';
import { loadChoices, saveChoices } from './stored-choices.ts';
import { useStandsOut } from './use-stands-out.ts';
import type { VideoDetails } from './video-details.ts';

const RivalsPanel = lazy(() => import('./rivals-panel.tsx'));

const SunIcon = createIcon(
  'M16 12a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
);
const MoonIcon = createIcon('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z');

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

/** A phone, and a low window: one list is in view, and the panel has the theme. */
const NARROW = '(max-width: 640px), (max-height: 559px)';

interface YoutubePreviewProps {
  userId: string;
  /** The place of the canvas, in which the videos are shown. Absent while the canvas is in use. */
  stage: HTMLElement | null;
  /** The thumbnail as it is exported. Undefined until it is rendered. */
  canvas: HTMLCanvasElement | undefined;
  details: VideoDetails;
  onChange: (changes: Partial<VideoDetails>) => void;
  hasBadge: boolean;
  onBadge: (hasBadge: boolean) => void;
  suggestions?: ReactNode;
}

/** The thumbnail among other videos in the place of the canvas, and the panel that says what is shown. */
export function YoutubePreview(props: YoutubePreviewProps) {
  const { userId, stage, canvas, details, onChange, hasBadge, onBadge, suggestions } = props;
  const config = useSiteConfig();
  const hasRivals = config.status === 'success' && config.data.references.video;
  const rivals = useRivals(userId);
  const loaded = hasRivals ? listLoaded(rivals.entries) : [];
  const others = loaded.length || FEWEST_OTHERS;
  /** Undefined until the first press of Shuffle. */
  const [wanted, setPosition] = useState<number>();
  const position = Math.min(wanted ?? (loaded.length > 0 ? 1 : 0), others);
  const [place, setPlace] = useState(() => loadChoices(userId).place);
  const comparison = useStandsOut(canvas, loaded);
  const isNarrow = useMediaQuery(NARROW);
  const themeSwitch = (
    <Segmented
      key="theme"
      label="Theme of YouTube"
      value={details.theme}
      options={THEMES}
      onChange={(next) => onChange({ theme: next })}
    />
  );
  const fields = <PreviewFields key="fields" {...{ details, onChange, hasBadge, onBadge, suggestions }} />;
  const real = (
    <LazyPart key="rivals">
      {hasRivals && <RivalsPanel {...{ rivals, comparison, loaded, isNarrow }} />}
    </LazyPart>
  );
  return (
    <>
      {stage &&
        createPortal(
          <PreviewStage
            feed={{ canvas, details, hasBadge, rivals: loaded, position }}
            count={others + 1}
            isShuffled={wanted !== undefined}
            onShuffle={() => setPosition((position + 1 + Math.floor(Math.random() * others)) % (others + 1))}
            {...{ place, isNarrow }}
            onPlace={(next) => {
              setPlace(next);
              saveChoices(userId, { place: next });
            }}
          >
            {!isNarrow && themeSwitch}
          </PreviewStage>,
          stage,
        )}
      <div className="preview-panel">{isNarrow ? [real, fields, themeSwitch] : [fields, real]}</div>
    </>
  );
}
