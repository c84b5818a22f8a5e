import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import { copyWords, listTexts } from './translations.ts';
import type { Translation } from './translations.ts';

type Edit = (design: Design) => Design;

/** The values that a text has for each language. All other values are the same in all languages. */
export const TRANSLATED = ['text', 'size', 'x', 'y', 'width'] as const;

/**
 * Edits a design as it is shown in a language, and keeps the changes: the words, the size and the place of a text for the language alone,
 * and everything else for all languages.
 * @param show returns the design as it is shown in the language
 */
export function editInLanguage(design: Design, language: string, edit: Edit, show: Edit): Design {
  const before = show(design);
  const after = edit(before);
  if (after === before) return design;
  const layers = after.layers.map((layer) => {
    const original = design.layers.find(({ id }) => id === layer.id);
    const shown = before.layers.find(({ id }) => id === layer.id);
    if (!original || !shown) return layer;
    if (shown === layer) return original;
    const changed = keepChanges(original, shown, layer);
    return changed.kind === 'text' && shown.kind === 'text' && layer.kind === 'text'
      ? translate(changed, language, shown, layer)
      : changed;
  });
  return { ...after, layers };
}

/** Copies what has changed to the original, except the values of the language. */
function keepChanges(original: Layer, shown: Layer, layer: Layer): Layer {
  const before = new Map(Object.entries(shown));
  const after = new Map(Object.entries(layer));
  const values = new Map(Object.entries(original));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(name) === after.get(name) || isTranslated(layer, name)) continue;
    if (after.has(name)) values.set(name, after.get(name));
    else values.delete(name);
  }
  return Object.fromEntries(values) as unknown as Layer;
}

const isTranslated = ({ kind }: Layer, name: string): boolean =>
  kind === 'text' && (TRANSLATED as readonly string[]).includes(name);

function translate(original: TextLayer, language: string, before: TextLayer, after: TextLayer): TextLayer {
  const names = TRANSLATED.filter((name) => before[name] !== after[name]);
  if (names.length === 0) return original;
  const translation = original.translations?.[language] ?? copyWords(original);
  const changes = Object.fromEntries(names.map((name) => [name, after[name]]));
  const next: Translation = { ...translation, ...changes };
  // The creator's own words need no confirmation.
  if (names.includes('text')) delete next.review;
  return { ...original, translations: { ...original.translations, [language]: next } };
}

/**
 * Finds the language whose text differs between two designs, so that the page can show what Undo changes.
 * @returns undefined if the texts are the same, or if the language that is shown is one of several
 */
export function findChangedLanguage(
  before: Design,
  after: Design,
  shown: string | undefined,
): { language: string | undefined } | undefined {
  const last = new Map(listTexts(before).map((text) => [text.id, text]));
  const pairs = listTexts(after).flatMap((text) => {
    const other = last.get(text.id);
    return other ? [[other, text] as const] : [];
  });
  if (pairs.some(([one, other]) => TRANSLATED.some((name) => one[name] !== other[name])))
    return shown === undefined ? undefined : { language: undefined };
  const changed = listLanguages(after.layers).filter((language) =>
    pairs.some(
      ([one, other]) =>
        JSON.stringify(one.translations?.[language]) !== JSON.stringify(other.translations?.[language]),
    ),
  );
  const [language] = changed;
  return changed.length === 1 && language !== shown ? { language } : undefined;
}
