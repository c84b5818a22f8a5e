import { useEffect, useMemo, useState } from 'react';
import type { Rect } from '../../../lib/render/finished-image.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Rendering } from '../editor/use-rendering.ts';
import type { Languages } from '../languages/language-view.ts';
import type { Check } from './check.ts';

const load = () => import('./judge-design.ts');
type Code = Awaited<ReturnType<typeof load>>;
type Judgement = ReturnType<Code['judgeDesign']>;

export type Checks = Partial<Judgement> & Pick<Judgement, 'hints' | 'summary'>;

/** The checks of a design as it is shown, and the problems of its texts in each language. */
export interface Checked {
  shown: Check[];
  /** The original is undefined. Empty until a design with languages is checked. */
  languages: ReadonlyMap<string | undefined, readonly Check[]>;
}

export interface UseChecksOptions {
  rendering: Rendering | undefined;
  editor: Pick<Editor, 'design' | 'original'>;
  languages: Languages | undefined;
  /** The ids of the cut-outs that are not in the account any more. */
  missingCutouts: ReadonlySet<string>;
  /** The faces in the picture. Undefined if nothing has looked for them. */
  faces: readonly Rect[] | undefined;
  /** Counts as one more thing that needs a look. */
  isFileTooLarge: boolean;
}

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
