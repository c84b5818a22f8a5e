import type { Design, TextLayer } from '#contract/design/design.ts';
import { listLanguages } from '#contract/design/list-languages.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { translateTexts } from '../../../api/translations.ts';
import { listTexts as listShownTexts, loadFonts } from '../../../lib/render/fonts.ts';
import { showInLanguage } from '../../../lib/render/show-in-language.ts';
import { LEAST_SIZE } from '../editor/fit-text.ts';
import { addAnswers, isMissing, listTexts } from '../translations/translations.ts';
import type { Answer } from '../translations/translations.ts';

/** The words that the text model can write: what is missing, or else what the original has changed since. */
export interface Order {
  languages: string[];
  texts: TextLayer[];
  /** True if no words are missing. */
  isAgain: boolean;
  isWanted: (text: TextLayer, language: string) => boolean;
}

/** Lists the words of a design that the text model can write. Returns undefined if all texts have words in all languages. */
export function planOrder(design: Design): Order | undefined {
  const isOutdated = (text: TextLayer, language: string) =>
    text.translations?.[language]?.review === 'outdated' && text.text.trim() !== '';
  for (const isWanted of [isMissing, isOutdated]) {
    const texts = listTexts(design);
    const languages = listLanguages(design.layers).filter((each) =>
      texts.some((text) => isWanted(text, each)),
    );
    if (languages.length === 0) continue;
    const wanted = texts.filter((text) => languages.some((each) => isWanted(text, each)));
    return { languages, texts: wanted, isAgain: isWanted === isOutdated, isWanted };
  }
  return undefined;
}

/**
 * Asks the text model for the words of an order. Words whose letters would be too small to read are asked for once more, with a limit of
 * their length.
 * @throws the errors of `translateTexts`
 */
export async function requestTranslations(
  thumbnailId: string,
  design: Design,
  { languages, texts, isWanted }: Order,
  signal: AbortSignal,
): Promise<Answer[]> {
  const ask = async (asked: readonly string[], limits?: number[]): Promise<Answer[]> => {
    const words = texts.map(({ text }) => text);
    const body = { thumbnailId, languages: [...asked], texts: words, ...(limits && { limits }) };
    const translations = await translateTexts(body, signal);
    return asked.flatMap((language) =>
      texts.flatMap((text, index) => {
        const translated = translations[language]?.[index];
        return translated === undefined || !isWanted(text, language)
          ? []
          : [{ layerId: text.id, language, asked: text.text, text: translated }];
      }),
    );
  };
  const answers = await ask(languages);
  const sizes = await measureAnswers(design, answers);
  signal.throwIfAborted();
  const small = answers.filter((answer) => isSmall(answer, sizes, texts));
  if (small.length === 0) return answers;
  const limits = texts.map((text) =>
    findLimit(
      small.filter(({ layerId }) => layerId === text.id),
      sizes,
    ),
  );
  // Without a second answer, e.g. after the last request of the day, the first answer is better than none.
  const shorter = await ask([...new Set(small.map(({ language }) => language))], limits).catch(
    (): Answer[] => [],
  );
  signal.throwIfAborted();
  return answers.map((answer) => (small.includes(answer) ? (shorter.find(isFor(answer)) ?? answer) : answer));
}

const isFor =
  ({ layerId, language }: Answer) =>
  (other: Answer): boolean =>
    other.layerId === layerId && other.language === language;

/** Measures the sizes in which answers would be drawn. */
async function measureAnswers(design: Design, answers: readonly Answer[]): Promise<Map<Answer, number>> {
  const answered = addAnswers(design, design, answers);
  const sizes = new Map<Answer, number>();
  for (const language of new Set(answers.map((answer) => answer.language))) {
    const draw = () => listTexts(showInLanguage(answered, language));
    // Without its fonts, a language is measured in the fonts of the system.
    await loadFonts([...listShownTexts(answered), ...draw()]).catch(() => undefined);
    const drawn = new Map(draw().map(({ id, size }) => [id, size]));
    for (const answer of answers) {
      const size = answer.language === language ? drawn.get(answer.layerId) : undefined;
      if (size !== undefined) sizes.set(answer, size);
    }
  }
  return sizes;
}

/**
 * Returns true if the letters would be smaller than the smallest legible size and than the letters of the original, and if shorter words can
 * help: words that are not longer than the original are small because the letters of their script are high.
 */
function isSmall(answer: Answer, sizes: ReadonlyMap<Answer, number>, texts: readonly TextLayer[]): boolean {
  const { size = 0 } = texts.find(({ id }) => id === answer.layerId) ?? {};
  const isLonger = countLetters(answer.text) > countLetters(answer.asked);
  return isLonger && (sizes.get(answer) ?? size) < Math.min(LEAST_SIZE, size);
}

const countLetters = (text: string): number => Array.from(text).length;

/** The length in which the longest answer would have legible letters, if the letters grow as the words shrink. */
function findLimit(small: readonly Answer[], sizes: ReadonlyMap<Answer, number>): number {
  const limits = small.map((answer) =>
    Math.floor((countLetters(answer.text) * (sizes.get(answer) ?? LEAST_SIZE)) / LEAST_SIZE),
  );
  return Math.max(1, Math.min(DESIGN_LIMITS.textLength, ...limits));
}
