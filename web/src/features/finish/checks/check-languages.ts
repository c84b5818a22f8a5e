import type { Design, TextLayer } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { listTexts as listShownTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { wait } from '../../../lib/wait.ts';
import type { Rendering } from '../editor/use-rendering.ts';
import { isolateName } from '../translations/language-names.ts';
import { showDesign } from '../translations/language-view.ts';
import { isMissing, listTexts } from '../translations/translations.ts';
import { checkDesign, probeDesign } from './check-design.ts';
import type { Check, Hint } from './check.ts';
import { probeTexts } from './probe-design.ts';
import type { Checked, UseChecksOptions } from './checked.ts';

/**
 * Checks what the page shows, and then the texts in each other language, in a task each, so that input is handled between them.
 * @returns stops the checks
 */
export function checkLater(
  options: UseChecksOptions & { rendering: Rendering },
  report: (checked: Checked) => void,
): () => void {
  const stop = new AbortController();
  check(options, report, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return () => stop.abort();
}

/** The last problems in each language. They stay until the next ones. */
let last: Checked['languages'] = new Map();

async function check(
  {
    rendering: { finished },
    editor: { original },
    languages,
    faces,
  }: UseChecksOptions & { rendering: Rendering },
  report: (checked: Checked) => void,
  signal: AbortSignal,
): Promise<void> {
  await wait(0, signal);
  const probes = probeDesign(finished);
  await wait(0, signal);
  const language = languages?.findShown(original);
  const shown = checkDesign(probes, faces, language === undefined ? undefined : original);
  const all = listLanguages(original.layers);
  report({ shown, languages: keepLanguages(last, all) });
  if (all.length === 0) return;
  const found = new Map<string | undefined, readonly Check[]>([
    [language, listProblems(shown, original, language)],
  ]);
  for (const each of [undefined, ...all]) {
    if (each === language) continue;
    found.set(each, await checkLanguage(finished, original, each, faces, signal));
  }
  last = found;
  report({ shown, languages: found });
}

const keepLanguages = (found: Checked['languages'], all: readonly string[]): Checked['languages'] =>
  new Map(
    [...found].filter(([language]) => all.length > 0 && (language === undefined || all.includes(language))),
  );

/** The problems that were found in an image, by what is drawn of it: a change in one language checks no other language again. */
const known = new WeakMap<FinishedImage['image'], Map<string, readonly Check[]>>();

async function checkLanguage(
  finished: FinishedImage,
  original: Design,
  language: string | undefined,
  faces: readonly Rect[] | undefined,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  await wait(0, signal);
  try {
    await loadFonts([...listShownTexts(original), ...listShownTexts(showDesign(original, language))]);
  } catch {
    return []; // Without its fonts, a language has no verdict.
  }
  signal.throwIfAborted();
  const design = showDesign(original, language);
  const key = JSON.stringify([design, [...finished.cutouts.keys()], faces]);
  const ofImage = known.get(finished.image) ?? new Map<string, readonly Check[]>();
  known.set(finished.image, ofImage);
  const before = ofImage.get(key);
  if (before) return before;
  const localized = { ...finished, design };
  const texts = probeTexts(localized);
  await wait(0, signal);
  const checks = checkDesign({ finished: localized, texts, belowBadge: [] }, faces, original);
  const problems = listProblems(checks, original, language);
  // The designs of a language, and as many before them.
  for (const old of [...ofImage.keys()].slice(0, Math.max(0, ofImage.size - MOST_KNOWN))) ofImage.delete(old);
  ofImage.set(key, problems);
  return problems;
}

const MOST_KNOWN = 26;

/** Lists the problems of the texts. A text that waits for its words in a language has the problems of the original. */
function listProblems(checks: readonly Check[], original: Design, language: string | undefined): Check[] {
  const texts = new Map<string, TextLayer>(listTexts(original).map((text) => [text.id, text]));
  const isOwn = ({ layerId }: Hint) => {
    const text = texts.get(layerId);
    return text !== undefined && (language === undefined || !isMissing(text, language));
  };
  return checks
    .map(({ name, hints }) => ({ name, hints: hints.filter(isOwn) }))
    .filter(({ hints }) => hints.length > 0);
}

/** The checks whose fix changes a text in all languages. */
const COMMON: readonly Check['name'][] = ['contrast', 'covered'];

/** Lists the problems in the languages that are not shown, each with the name of its language. */
export function listElsewhere({ editor, languages }: UseChecksOptions, checked: Checked): Check[] {
  const shown = languages?.findShown(editor.original);
  const listed = checked.shown.flatMap(({ name, hints }) => hints.map(({ layerId }) => `${name} ${layerId}`));
  return [...checked.languages].flatMap(([language, checks]) =>
    language === shown
      ? []
      : checks.map(({ name, hints }) => ({
          name,
          language: language ?? '',
          hints: hints
            .filter(({ layerId }) => !COMMON.includes(name) || !listed.includes(`${name} ${layerId}`))
            .map((hint) => describeElsewhere(hint, language)),
        })),
  );
}

const describeElsewhere = (hint: Hint, language: string | undefined): Hint => ({
  ...hint,
  title: `${isolateName(language)}: ${hint.title}`,
  elsewhere: { language },
  fix: hint.fix ?? { label: 'Show it', said: '', changes: {} },
});
