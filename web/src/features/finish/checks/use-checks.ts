import { useEffect, useMemo, useState } from 'react';
import type { Design } from '#contract/design/design.ts';
import { checkCutouts, checkTexts } from './check-texts.ts';
import type { Check } from './check-texts.ts';
import { lettersRect, probeText } from './probe-text.ts';
import type { Rendering } from '../editor/use-rendering.ts';

export interface Checks {
  /** Undefined until the first result; the last result stays until the next one. */
  list: Check[] | undefined;
  /** The number of problems that the checks found. */
  hints: number;
  /** The result in words. Empty until it is known. */
  summary: string;
}

/**
 * Checks a design: its texts after its rendering has been painted, and its cut-outs now.
 * @param missingCutouts the ids of the cut-outs that are not in the account any more
 * @param isFileTooLarge counts as one more thing that needs a look
 */
export function useChecks(
  rendering: Rendering | undefined,
  design: Design,
  missingCutouts: ReadonlySet<string>,
  isFileTooLarge: boolean,
): Checks {
  const [texts, setTexts] = useState<Check[]>();
  useEffect(() => {
    if (!rendering) return;
    const { finished } = rendering;
    // Two tasks, so that the input is handled between them.
    let timer = setTimeout(() => {
      const probes = probeText(finished);
      timer = setTimeout(() => setTexts(checkTexts(probes, lettersRect)));
    });
    return () => clearTimeout(timer);
  }, [rendering]);

  const list = useMemo(
    () => texts && [...checkCutouts(design, missingCutouts), ...texts],
    [texts, design, missingCutouts],
  );
  const hints = list?.reduce((sum, check) => sum + check.hints.length, Number(isFileTooLarge)) ?? 0;
  return { list, hints, summary: list ? summarize(list.length, hints) : '' };
}

function summarize(checks: number, hints: number): string {
  if (hints === 0) return checks === 0 ? 'Add text to check how it reads' : 'All checks pass';
  return hints === 1 ? 'One thing needs a look' : `${hints} things need a look`;
}
