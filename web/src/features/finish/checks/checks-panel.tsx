import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { describeLimit } from '../../../lib/render/export-design.ts';
import { CheckIcon } from '../../../ui/action-icons.tsx';
import type { Rendering } from '../editor/use-rendering.ts';
import { WarningIcon } from '../editor/icons.tsx';
import { ScaledCanvas, VideoThumbnail } from '../preview/video.tsx';
import { describeFile, FixButton, useFix } from './checks-line.tsx';
import type { ChecksProps } from './checks-line.tsx';

interface ChecksPanelProps extends ChecksProps {
  rendering: Rendering | undefined;
  /** The duration of the video as the creator typed it, e.g. 12:34. */
  duration: string;
}

/** Lists the problems that the checks found, and shows the thumbnail at the smallest size that viewers see. */
export default function ChecksPanel({ checks, rendering, exporting, duration, onFix }: ChecksPanelProps) {
  const { ref, fix } = useFix(checks, onFix);
  return (
    <div className="checks">
      <h2 ref={ref} tabIndex={-1}>
        Checks
      </h2>
      <p>{checks.summary}</p>
      <figure>
        <VideoThumbnail duration={duration}>
          <ScaledCanvas source={rendering?.canvas} label="The thumbnail in the smallest view" />
        </VideoThumbnail>
        <figcaption>168 × 94, the smallest view</figcaption>
      </figure>
      <ul>
        {checks.list?.map(({ name, passed, hints }) => (
          <Fragment key={name}>
            {hints.length === 0 && passed && <Row {...passed} />}
            {hints.map((hint) => (
              <Row key={hint.layerId} {...hint} isWarning>
                <FixButton hint={hint} onFix={fix} />
              </Row>
            ))}
          </Fragment>
        ))}
        <FileSizeCheck exporting={exporting} />
      </ul>
    </div>
  );
}

function FileSizeCheck({ exporting }: Pick<ChecksProps, 'exporting'>) {
  const title = describeFile(exporting);
  if (title === undefined) return null;
  return (
    <Row title={title} detail={describeLimit(exporting.settings.limit)} isWarning={exporting.isTooLarge}>
      {exporting.isTooLarge && (
        <button type="button" className="checks-fix" onClick={() => exporting.change({ format: 'jpeg' })}>
          Export as JPEG
        </button>
      )}
    </Row>
  );
}

interface RowProps {
  title: string;
  detail: string;
  isWarning?: boolean;
  children?: ReactNode;
}

function Row({ title, detail, isWarning = false, children }: RowProps) {
  return (
    <li data-warning={isWarning}>
      {isWarning ? <WarningIcon /> : <CheckIcon />}
      <div>
        <strong>{title}</strong>
        <small>{detail}</small>
        {children}
      </div>
    </li>
  );
}
