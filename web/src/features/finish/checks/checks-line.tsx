import { useEffect, useRef } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { CheckIcon } from '../../../ui/action-icons.tsx';
import type { Checks } from './use-checks.ts';
import type { Export } from '../export/use-export.ts';
import type { Hint } from './check.ts';
import { WarningIcon } from '../editor/icons.tsx';
import './checks-panel.css';

export interface ChecksProps {
  checks: Checks;
  exporting: Export;
  onFix: (hint: Hint) => void;
}

/** The checks in one line, with the first fix. */
export function ChecksLine({ checks, exporting, onFix, onOpen }: ChecksProps & { onOpen: () => void }) {
  const { ref, fix } = useFix(checks, onFix);
  const { list = [], hints, summary } = checks;
  const hint = list.flatMap((check) => check.hints).at(0);
  const file = describeFile(exporting);
  const passed = [...list.map((check) => check.passed?.short), file].filter((text) => text !== undefined);
  const shown = hint?.title ?? (exporting.isTooLarge ? file : passed.join(' · '));
  return (
    <div className="checks-line" data-warning={hints > 0}>
      {hints > 0 ? <WarningIcon /> : <CheckIcon />}
      <strong role="status">{summary}</strong>
      <button
        ref={ref}
        type="button"
        className="bare-button"
        title="Show all checks"
        aria-label={`${summary}: ${shown}`}
        onClick={onOpen}
      >
        {shown}
      </button>
      {hint && <FixButton hint={hint} onFix={fix} />}
    </div>
  );
}

/** A fix removes its own button, which has the focus, with the next result. Another element of the checks gets it then. */
export function useFix({ list }: Checks, onFix: ChecksProps['onFix']) {
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

export function FixButton({ hint, onFix }: { hint: Hint; onFix: ChecksProps['onFix'] }) {
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
export function describeFile({ fileBytes, isTooLarge, settings }: Export): string | undefined {
  if (fileBytes === undefined) return undefined;
  return isTooLarge
    ? `${formatBytes(fileBytes)} is too large for a ${settings.limit}`
    : formatBytes(fileBytes);
}
