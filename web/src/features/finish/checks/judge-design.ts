import type { Checked, UseChecksOptions } from './checked.ts';
import { applyFix } from './apply-fix.ts';
import type { Check } from './check.ts';
import { checkCutouts, checkPlaces } from './check-layers.ts';
import { listElsewhere } from './check-languages.ts';

export { checkLater } from './check-languages.ts';

/**
 * Joins the results of all checks to a verdict.
 * @param checked undefined until the first result; the last result stays until the next one
 */
export function judgeDesign(options: UseChecksOptions, checked: Checked | undefined) {
  const { editor, missingCutouts, isFileTooLarge } = options;
  const list = checked && [
    ...checkPlaces(editor.design),
    ...checkCutouts(editor.design, missingCutouts),
    ...checked.shown,
    ...listElsewhere(options, checked),
  ];
  const hints = list?.reduce((sum, check) => sum + check.hints.length, Number(isFileTooLarge)) ?? 0;
  const summary = list ? summarize(list, hints) : '';
  const isEmpty = hints === 0 && (list ?? []).length === 0;
  return {
    list,
    /** The number of problems that the checks found. */
    hints,
    /** The result in words. Empty until it is known. */
    summary,
    /** The mark of the tab. Undefined until the result is known, and while there is nothing to check. */
    verdict: isEmpty ? undefined : { hasPassed: hints === 0, summary },
    /** The problems of the texts in each language. The original is undefined. */
    languages: checked?.languages,
    fix: applyFix,
  };
}

function summarize(checks: readonly Check[], hints: number): string {
  if (hints === 1) return 'One thing needs a look';
  if (hints > 1) return `${hints} things need a look`;
  if (checks.length === 0) return 'Add text to check how it reads';
  // The faces were not looked for, so not all checks pass.
  return checks.some(({ unknown }) => unknown) ? 'Passed, faces not checked' : 'All checks pass';
}
