import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { describeLimit } from '../../../lib/render/export-design.ts';
import { CheckIcon } from '../../../ui/action-icons.tsx';
import { createIcon } from '../../../ui/icons.tsx';
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
        {checks.list?.map(({ name, language, passed, unknown, hints }) => (
          <Fragment key={`${name} ${language}`}>
            {hints.length === 0 && passed && <Row {...passed} />}
            {unknown && <Row {...unknown} verdict="unknown" />}
            {hints.map((hint) => (
              <Row key={hint.layerId} {...hint} verdict="warning">
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
    <Row
      title={title}
      detail={describeLimit(exporting.settings.limit)}
      verdict={exporting.isTooLarge ? 'warning' : 'passed'}
    >
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
  /** @default 'passed' */
  verdict?: keyof typeof VERDICT_ICONS;
  children?: ReactNode;
}

const VERDICT_ICONS = {
  passed: CheckIcon,
  warning: WarningIcon,
  unknown: createIcon(
    'M20 12a8 8 0 1 1-16 0a8 8 0 1 1 16 0M9.8 10a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.9-1.1 1.6M12 16v.2',
  ),
};

function Row({ title, detail, verdict = 'passed', children }: RowProps) {
  const VerdictIcon = VERDICT_ICONS[verdict];
  return (
    <li data-verdict={verdict}>
      <VerdictIcon />
      <div>
        <strong>
          <Isolated>{title}</Isolated>
        </strong>
        <small>
          <Isolated>{detail}</Isolated>
        </small>
        {children}
      </div>
    </li>
  );
}

/** Isolates the quoted words of the creator from the direction of the sentence around them. */
const Isolated = ({ children }: { children: string }) =>
  children
    .split(/(“[^”]*”)/)
    .map((part, index) =>
      index % 2 === 1 ? <bdi key={index}>{part}</bdi> : <span key={index}>{part}</span>,
    );
