import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Design } from '../../../../../../contract/design.ts';
import { MAX_EXPORT_BYTES } from '../../../../lib/export/encode-canvas.ts';
import { formatBytes } from '../../../../lib/format.ts';
import { CheckIcon } from '../../../../ui/icons.tsx';
import type { Export } from '../../hooks/use-export.ts';
import type { Rendering } from '../../hooks/use-rendering.ts';
import type { Check, Fix, Hint } from '../../model/checks/check-texts.ts';
import { checkTexts } from '../../model/checks/check-texts.ts';
import { lettersRect, probeText } from '../../model/checks/probe-text.ts';
import { updateLayer } from '../../model/design/edit-design.ts';
import { WarningIcon } from '../icons.tsx';
import { ScaledCanvas, VideoThumbnail } from '../youtube/video-thumbnail.tsx';
import './checks-panel.css';

interface ChecksPanelProps {
  /** The design now, which may be newer than the rendering. */
  design: Design;
  rendering: Rendering | undefined;
  exporting: Export;
  /** As the creator typed it, e.g. 12:34. */
  duration: string;
  /** `said` tells a screen reader what the fix did. */
  onFix: (design: Design, said: string) => void;
}

type ApplyFix = (layerId: string, fix: Fix) => void;

/** What viewers would miss, and the thumbnail at the smallest size that they see. */
export function ChecksPanel({ design, rendering, exporting, duration, onFix }: ChecksPanelProps) {
  const titleId = useId();
  const checks = useChecks(rendering);
  const { ref, keepFocus } = useKeptFocus(checks);
  const applyFix: ApplyFix = (layerId, { changes, said }) => {
    keepFocus();
    onFix(updateLayer(design, layerId, changes), said);
  };
  return (
    <section className="checks" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} ref={ref} tabIndex={-1}>
          Checks
        </h2>
        <p role="status">{checks && summary(checks)}</p>
      </header>
      <figure>
        <VideoThumbnail duration={duration}>
          <ScaledCanvas source={rendering?.canvas} label="The thumbnail in the smallest view" />
        </VideoThumbnail>
        <figcaption>168 × 94, the smallest view</figcaption>
      </figure>
      <ul data-has-text={design.layers.some(({ kind }) => kind === 'text')}>
        {checks?.flatMap((check) => renderCheck(check, applyFix))}
        <FileSizeCheck exporting={exporting} />
      </ul>
    </section>
  );
}

/** A fix removes its own button, which has the focus. The title of the panel gets it then. */
function useKeptFocus(checks: Check[] | undefined) {
  const ref = useRef<HTMLHeadingElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) ref.current?.focus();
    hadFocus.current = false;
  }, [checks]);
  return { ref, keepFocus: () => (hadFocus.current = true) };
}

function summary(checks: readonly Check[]): string {
  if (checks.length === 0) return 'Add text to check how it reads';
  const hints = checks.reduce((sum, check) => sum + check.hints.length, 0);
  if (hints === 0) return 'All pass';
  return hints === 1 ? 'One thing needs a look' : `${hints} things need a look`;
}

function renderCheck({ name, passed, hints }: Check, applyFix: ApplyFix): ReactNode[] {
  if (hints.length === 0) return [<Row key={name} {...passed} />];
  return hints.map((hint) => (
    <Row key={`${name} ${hint.layerId}`} title={hint.title} detail={hint.detail} isWarning>
      <FixButton hint={hint} applyFix={applyFix} />
    </Row>
  ));
}

function FixButton({ hint: { layerId, fix }, applyFix }: { hint: Hint; applyFix: ApplyFix }) {
  if (!fix) return null;
  return (
    <button type="button" className="checks-fix" onClick={() => applyFix(layerId, fix)}>
      {fix.label}
    </button>
  );
}

function FileSizeCheck({ exporting: { fileBytes, settings, change } }: { exporting: Export }) {
  if (fileBytes === undefined) return null;
  if (settings.format === 'png' && fileBytes >= MAX_EXPORT_BYTES) {
    return (
      <Row
        title={`${formatBytes(fileBytes)} is too large for a phone`}
        detail="YouTube takes at most 2 MB from a phone"
        isWarning
      >
        <button type="button" className="checks-fix" onClick={() => change({ format: 'jpeg' })}>
          Export as JPEG
        </button>
      </Row>
    );
  }
  return <Row title={formatBytes(fileBytes)} detail="YouTube takes at most 2 MB from a phone" />;
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

/**
 * Checks a design after its rendering has been painted. Undefined until the first result; the last result stays until
 * the next one.
 */
function useChecks(rendering: Rendering | undefined): Check[] | undefined {
  const [checks, setChecks] = useState<Check[]>();
  useEffect(() => {
    if (!rendering) return;
    const { finished } = rendering;
    const timer = setTimeout(() => setChecks(checkTexts(probeText(finished), lettersRect)));
    return () => clearTimeout(timer);
  }, [rendering]);
  return checks;
}
