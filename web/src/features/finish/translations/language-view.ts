import type { Design, TextLayer } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import { readJson, writeItem } from '../../../lib/browser-storage.ts';
import { isObjectOf, isString } from '../../../lib/guards.ts';
import { haveFontsLoaded } from '../../../lib/render/fonts.ts';
import { listTextsIn, showInLanguage } from '../../../lib/render/show-in-language.ts';
import { editInLanguage, findChangedLanguage } from './edit-in-language.ts';
import { describeShown } from './language-names.ts';
import { followOriginal, listTexts } from './translations.ts';
import type { LanguageState, Lens } from './lens.ts';

/** The thumbnails whose language is remembered. The last one is first. */
const MOST_THUMBNAILS = 50;

const isList = (value: unknown): value is [id: string, language: string][] =>
  Array.isArray(value) && value.every((entry) => Array.isArray(entry) && entry.every(isString));

const isStored = isObjectOf({ userId: isString, shown: isList });

function readAll(userId: string): [id: string, language: string][] {
  const stored = readJson('shownLanguages', isStored);
  return stored?.userId === userId ? stored.shown : [];
}

/** Reads the language in which this browser showed a thumbnail last. */
export function readState(userId: string, thumbnailId: string): LanguageState {
  const language = new Map(readAll(userId)).get(thumbnailId);
  return language === undefined ? {} : { language, isOpen: true };
}

/** Remembers the language of a thumbnail in this browser. Another device shows the original. */
function storeLanguage(userId: string, thumbnailId: string, language: string | undefined): void {
  const others = readAll(userId).filter(([id]) => id !== thumbnailId);
  const shown = language === undefined ? others : [[thumbnailId, language], ...others];
  writeItem('shownLanguages', JSON.stringify({ userId, shown: shown.slice(0, MOST_THUMBNAILS) }));
}

/** The last drawings of each design. A language is drawn again when its fonts have loaded, because they change the sizes. */
const drawings = new WeakMap<Design, Map<string, { isMeasured: boolean; shown: Design }>>();

/** A text with the words of a language. Its size and its words are only drawn. */
export type ShownText = TextLayer & { language?: string | undefined };

/** Returns a design as it is shown in a language. Returns the same object for the same design, until the fonts have loaded. */
export function showDesign(design: Design, language: string | undefined): Design {
  if (language === undefined || !listLanguages(design.layers).includes(language)) return design;
  const known = drawings.get(design) ?? new Map<string, { isMeasured: boolean; shown: Design }>();
  drawings.set(design, known);
  const last = known.get(language);
  if (last?.isMeasured) return last.shown;
  const texts = [...listTexts(design), ...listTextsIn(design, language)];
  const isMeasured = haveFontsLoaded(texts);
  if (last && !isMeasured) return last.shown;
  const drawn = showInLanguage(design, language);
  // A text without a translation shows the original's words, with their capitals. Its changes are also changes of the language.
  const layers = drawn.layers.map((layer) =>
    layer.kind === 'text' ? { language: undefined, ...layer } : layer,
  );
  const shown = { ...drawn, layers };
  known.set(language, { isMeasured, shown });
  return shown;
}

/** Edits a design as it is shown in a language that it has. */
export const editShown = (
  design: Design,
  language: string | undefined,
  edit: (shown: Design) => Design,
): Design =>
  followOriginal(
    design,
    language === undefined
      ? edit(design)
      : editInLanguage(design, language, edit, (each) => showDesign(each, language)),
  );

interface ConnectOptions {
  userId: string;
  thumbnailId: string;
  state: LanguageState;
  setState: (state: LanguageState) => void;
}

/** Connects the language that the page shows with the editor, with the panel and with the storage of the browser. */
export function connectLanguages({ userId, thumbnailId, state, setState }: ConnectOptions) {
  const { language, isOpen = false } = state;
  const findShown = ({ layers }: Design) =>
    language !== undefined && listLanguages(layers).includes(language) ? language : undefined;
  const change = (next: LanguageState) => {
    storeLanguage(userId, thumbnailId, next.language);
    setState(next);
  };
  const lens: Lens = {
    show: (design) => showDesign(design, language),
    edit: (edit) => (before) => editShown(before, findShown(before), edit),
    follow: (before, after) => {
      const changed = findChangedLanguage(before, after, language);
      if (!changed) return '';
      change({ ...state, language: changed.language });
      return ` ${describeShown(changed.language)}`;
    },
  };
  return {
    lens,
    /** True if the languages are in view instead of the layers. */
    isOpen,
    open: (isNowOpen: boolean) => setState({ ...state, isOpen: isNowOpen }),
    /** Shows the page in a language, or in the original. */
    show: (next: string | undefined) => change({ language: next, isOpen: true }),
    /** Returns the language that is shown, or undefined if the design does not have it. */
    findShown,
  };
}

export type Languages = ReturnType<typeof connectLanguages>;
