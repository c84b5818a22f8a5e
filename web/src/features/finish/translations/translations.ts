import type { Design, TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { listLanguages } from '#contract/design/list-languages.ts';

export type Translation = NonNullable<TextLayer['translations']>[string];

export const listTexts = ({ layers }: Design): TextLayer[] => layers.filter((layer) => layer.kind === 'text');

const isEmpty = (text: string): boolean => text.trim() === '';

/**
 * Returns true if a text still needs words in a language. A new language starts with a copy of the original's words, so that the page shows
 * where the words will be. An empty text needs none.
 */
export function isMissing({ text, translations }: TextLayer, language: string): boolean {
  const translation = translations?.[language];
  if (isEmpty(text)) return false;
  return !translation || isEmpty(translation.text) || isCopy(translation, text);
}

/** Only a translation that waits for words has the words of the original without a confirmation. */
const isCopy = ({ text, review }: Translation, original: string): boolean =>
  review === 'outdated' && text === original;

/** Changes the texts of a design. Returns the same design if no text changes. */
function mapTexts(design: Design, change: (layer: TextLayer) => TextLayer): Design {
  const layers = design.layers.map((layer) => (layer.kind === 'text' ? change(layer) : layer));
  return layers.every((layer, index) => layer === design.layers[index]) ? design : { ...design, layers };
}

const setTranslation = (layer: TextLayer, language: string, translation: Translation): TextLayer => ({
  ...layer,
  translations: { ...layer.translations, [language]: translation },
});

/** Explains why a design can have no further language. Returns undefined if it can have one. */
export function findLanguageLimit(design: Design): string | undefined {
  if (listTexts(design).length === 0)
    return 'Add a text first: a language translates the texts of the design.';
  return listLanguages(design.layers).length >= DESIGN_LIMITS.languages
    ? `A design has at most ${DESIGN_LIMITS.languages} languages. Delete one to add another.`
    : undefined;
}

/** Adds a language, whose words are the original's until they are translated. Returns the same design if it has the language already. */
export const addLanguage = (design: Design, language: string): Design =>
  findLanguageLimit(design) === undefined && !listLanguages(design.layers).includes(language)
    ? mapTexts(design, (layer) => setTranslation(layer, language, copyWords(layer)))
    : design;

/** Copies the words of the original, which wait for their translation. */
export const copyWords = ({ text }: TextLayer): Translation =>
  isEmpty(text) ? { text: '' } : { text, review: 'outdated' };

export const removeLanguage = (design: Design, language: string): Design =>
  mapTexts(design, (layer) => keepLanguages(layer, (each) => each !== language));

/** Removes the translations of a text into other languages. A text without translations has no list of them. */
function keepLanguages(layer: TextLayer, isKept: (language: string) => boolean): TextLayer {
  const { translations = {}, ...rest } = layer;
  const kept = Object.entries(translations).filter(([language]) => isKept(language));
  if (kept.length === Object.keys(translations).length) return layer;
  return kept.length === 0 ? rest : { ...rest, translations: Object.fromEntries(kept) };
}

/** Confirms the words of a language. @param id the layer whose words are confirmed. @default all suggestions */
export const confirmWords = (design: Design, language: string, id?: string): Design =>
  mapTexts(design, (layer) => {
    const translation = layer.translations?.[language];
    if (!translation || (id === undefined ? translation.review !== 'suggested' : id !== layer.id))
      return layer;
    const { review: _done, ...confirmed } = translation;
    return setTranslation(layer, language, confirmed);
  });

/** Gives a text the size and the place of the original in a language. */
export const placeAsOriginal = (design: Design, language: string, id: string): Design =>
  mapTexts(design, (layer) => {
    const translation = layer.translations?.[language];
    if (!translation || id !== layer.id) return layer;
    const { text, review } = translation;
    return setTranslation(layer, language, { text, ...(review && { review }) });
  });

export const hasOwnPlace = ({ size, x, y, width }: Translation): boolean =>
  [size, x, y, width].some((value) => value !== undefined);

/** The words that the text model wrote for a text of the design, and the words that it was asked for. */
export interface Answer {
  layerId: string;
  language: string;
  asked: string;
  text: string;
}

/**
 * Adds the answers of the text model, which the creator has yet to confirm. An answer is dropped if its text or its language is gone, or if
 * the creator has written other words meanwhile. It is outdated if the original has other words since.
 * @param before the design for which the model was asked
 */
export const addAnswers = (design: Design, before: Design, answers: readonly Answer[]): Design => {
  const languages = listLanguages(design.layers);
  return mapTexts(design, (layer) =>
    answers.reduce((text, { layerId, language, asked, text: words }) => {
      if (layerId !== layer.id || !languages.includes(language)) return text;
      const translation = text.translations?.[language];
      const last = listTexts(before).find(({ id }) => id === layer.id)?.translations?.[language];
      const isSame = translation?.text === last?.text && translation?.review === last?.review;
      const isUntouched = isMissing(text, language) || isSame;
      if (!isUntouched) return text;
      const review = asked === layer.text ? 'suggested' : 'outdated';
      return setTranslation(text, language, { ...translation, text: words, review });
    }, layer),
  );
};

/** Marks the translations of texts that have other words than before. Translations that have changed with their words are not old. */
export function followOriginal(before: Design, after: Design): Design {
  const texts = new Map(listTexts(before).map((text) => [text.id, text]));
  const followed = mapTexts(after, (layer) => {
    const last = texts.get(layer.id);
    return last && layer.translations === last.translations ? markOutdated(layer, last.text) : layer;
  });
  return limitLanguages(before, followed);
}

function markOutdated(layer: TextLayer, last: string): TextLayer {
  if (layer.text === last || !layer.translations) return layer;
  const marked = Object.entries(layer.translations).map(([language, translation]) => {
    if (isEmpty(translation.text)) return [language, translation] as const;
    // Words that wait for their translation are still the original's.
    const text = isCopy(translation, last) ? layer.text : translation.text;
    return [language, { ...translation, text, review: 'outdated' as const }] as const;
  });
  return { ...layer, translations: Object.fromEntries(marked) };
}

/** A pasted layer can bring languages for which the design has no room. */
function limitLanguages(before: Design, after: Design): Design {
  const all = listLanguages(after.layers);
  if (all.length <= DESIGN_LIMITS.languages) return after;
  const own = listLanguages(before.layers);
  const kept = [...own, ...all.filter((each) => !own.includes(each))].slice(0, DESIGN_LIMITS.languages);
  return mapTexts(after, (layer) => keepLanguages(layer, (language) => kept.includes(language)));
}
