import { useEffect, useState } from 'react';
import type { Rendering } from './use-rendering.ts';
import { checkTexts } from '../model/checks/check-texts.ts';
import type { Check } from '../model/checks/check-texts.ts';
import { lettersRect, probeText } from '../model/checks/probe-text.ts';

/**
 * Checks a design after its rendering has been painted. Undefined until the first result; the last result stays until
 * the next one.
 */
export function useChecks(rendering: Rendering | undefined): Check[] | undefined {
  const [checks, setChecks] = useState<Check[]>();
  useEffect(() => {
    if (!rendering) return;
    const { finished } = rendering;
    const timer = setTimeout(() => setChecks(checkTexts(probeText(finished), lettersRect)));
    return () => clearTimeout(timer);
  }, [rendering]);
  return checks;
}
