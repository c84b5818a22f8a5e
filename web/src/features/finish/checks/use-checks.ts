import { useEffect, useMemo, useState } from 'react';
import type { Checked, UseChecksOptions } from './checked.ts';

const load = () => import('./judge-design.ts');
type Code = Awaited<ReturnType<typeof load>>;
type Judgement = ReturnType<Code['judgeDesign']>;

export type Checks = Partial<Judgement> & Pick<Judgement, 'hints' | 'summary'>;

/** Checks a design after its rendering has been painted, and its cut-outs now. The code loads when the page is there. */
export function useChecks(options: UseChecksOptions): Checks {
  const { rendering, editor, missingCutouts, faces, isFileTooLarge } = options;
  const [code, setCode] = useState<Code>();
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    load().then(setCode, () => undefined); // Without its code, the page gives no verdict.
  }, []);
  useEffect(
    () => rendering && code?.checkLater({ ...options, rendering }, setChecked),
    [rendering, code, faces],
  );
  return useMemo(
    () => code?.judgeDesign(options, checked) ?? { hints: 0, summary: '' },
    [code, checked, editor.design, missingCutouts, isFileTooLarge],
  );
}
