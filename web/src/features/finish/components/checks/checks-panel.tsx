import { Fragment, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { describeLimit } from '../../../../lib/render/export-design.ts';
import { formatBytes } from '../../../../lib/format.ts';
import { CheckIcon } from '../../../../ui/action-icons.tsx';
import type { Checks } from '../../hooks/use-checks.ts';
import type { Export } from '../../hooks/use-export.ts';
import type { Rendering } from '../../hooks/use-rendering.ts';
import type { Hint } from '../../model/checks/check-texts.ts';
import { WarningIcon } from '../icons.tsx';
import { ScaledCanvas, VideoThumbnail } from '../youtube/video.tsx';
import './checks-panel.css';

interface ChecksProps {
  checks: Checks;
  exporting: Export;
  onFix: (hint: Hint) => void;
}

interface ChecksPanelProps extends ChecksProps {
  rendering: Rendering | undefined;
  /** As the creator typed it, e.g. 12:34. */
  duration: string;
}

/** What viewers would miss, and the thumbnail at the smallest size that they see. */
export function ChecksPanel({ checks, rendering, exporting, duration, onFix }: ChecksPanelProps) {
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

/** The checks in one line, with the first fix. */
export function ChecksLine({ checks, exporting, onFix, onOpen }: ChecksProps & { onOpen: () => void }) {
  const { ref, fix } = useFix(checks, onFix);
  const { list = [], hints, summary } = checks;
  const hint = list.flatMap((check) => check.hints).at(0);
  const file = describeFile(exporting);
  const passed = [...list.map((check) => check.passed?.short), file].filter((text) => text !== undefined);
  return (
    <div className="checks-line" data-warning={hints > 0}>
      {hints > 0 ? <WarningIcon /> : <CheckIcon />}
      <strong role="status">{summary}</strong>
      <button ref={ref} type="button" className="bare-button" title="Show all checks" onClick={onOpen}>
        {hint?.title ?? (exporting.isTooLarge ? file : passed.join(' · '))}
      </button>
      {hint && <FixButton hint={hint} onFix={fix} />}
    </div>
  );
}

/** A fix removes its own button, which has the focus, with the next result. Another element of the checks gets it then. */
function useFix({ list }: Checks, onFix: ChecksProps['onFix']) {
  const ref = useRef<HTMLHeadingElement & HTMLButtonElement>(null);
  const pressed = useRef<Element>(null);
  useEffect(() => {
    if (pressed.current === null || pressed.current.isConnected) return;
    if (document.activeElement === document.body) ref.current?.focus();
    pressed.current = null;
  }, [list]);
  const fix = (hint: Hint) => {
    pressed.current = document.activeElement;
    onFix(hint);
  };
  return { ref, fix };
}

function FixButton({ hint, onFix }: { hint: Hint; onFix: ChecksProps['onFix'] }) {
  if (!hint.fix) return null;
  const { label } = hint.fix;
  return (
    <button
      type="button"
      className="checks-fix"
      aria-label={`${label}: ${hint.title}`}
      onClick={() => onFix(hint)}
    >
      {label}
    </button>
  );
}

/** The size of the file, and whether it is too large. Undefined until it is known. */
function describeFile({ fileBytes, isTooLarge, settings }: Export): string | undefined {
  if (fileBytes === undefined) return undefined;
  return isTooLarge
    ? `${formatBytes(fileBytes)} is too large for a ${settings.limit}`
    : formatBytes(fileBytes);
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
