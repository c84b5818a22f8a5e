import { useEffect, useMemo, useState } from 'react';
import type { Design } from '#contract/design/design.ts';
import type { Rect } from '../../../lib/render/finished-image.ts';
import type { Rendering } from '../editor/use-rendering.ts';
import type { Check } from './check.ts';

export interface Checks {
  /** Undefined until the first result; the last result stays until the next one. */
  list: Check[] | undefined;
  /** The number of problems that the checks found. */
  hints: number;
  /** The result in words. Empty until it is known. */
  summary: string;
  /** The mark of the tab. Undefined until the result is known, and while there is nothing to check. */
  verdict: { hasPassed: boolean; summary: string } | undefined;
}

const load = () => import('./check-design.ts');
type Code = Awaited<ReturnType<typeof load>>;

interface UseChecksOptions {
  rendering: Rendering | undefined;
  design: Design;
  /** The ids of the cut-outs that are not in the account any more. */
  missingCutouts: ReadonlySet<string>;
  /** The faces in the picture. Undefined if nothing has looked for them. */
  faces: readonly Rect[] | undefined;
  /** Counts as one more thing that needs a look. */
  isFileTooLarge: boolean;
}

/** Checks a design after its rendering has been painted, and its cut-outs now. The code loads when the page is there. */
export function useChecks(options: UseChecksOptions): Checks {
  const { rendering, design, missingCutouts, faces, isFileTooLarge } = options;
  const [code, setCode] = useState<Code>();
  const [checked, setChecked] = useState<Check[]>();
  useEffect(() => {
    load().then(setCode, () => undefined); // Without its code, the page gives no verdict.
  }, []);
  useEffect(() => {
    if (!rendering || !code) return;
    const { finished } = rendering;
    // Two tasks, so that the input is handled between them.
    let timer = setTimeout(() => {
      const probes = code.probeDesign(finished);
      timer = setTimeout(() => setChecked(code.checkDesign(probes, faces)));
    });
    return () => clearTimeout(timer);
  }, [rendering, code, faces]);

  const list = useMemo(
    () =>
      code &&
      checked && [...code.checkPlaces(design), ...code.checkCutouts(design, missingCutouts), ...checked],
    [code, checked, design, missingCutouts],
  );
  const hints = list?.reduce((sum, check) => sum + check.hints.length, Number(isFileTooLarge)) ?? 0;
  const summary = list ? summarize(list, hints) : '';
  const isEmpty = hints === 0 && (list ?? []).length === 0;
  return { list, hints, summary, verdict: isEmpty ? undefined : { hasPassed: hints === 0, summary } };
}

function summarize(checks: readonly Check[], hints: number): string {
  if (hints === 1) return 'One thing needs a look';
  if (hints > 1) return `${hints} things need a look`;
  if (checks.length === 0) return 'Add text to check how it reads';
  // The faces were not looked for, so not all checks pass.
  return checks.some(({ unknown }) => unknown) ? 'Passed, faces not checked' : 'All checks pass';
}
