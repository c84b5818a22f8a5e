import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { localizeLayer } from '#contract/design/translations.ts';
import type { MeasureText } from './break-lines.ts';
import { listTexts } from './fonts.ts';
import { breaksWord, layoutText, measureIn } from './layout-text.ts';

/** Returns a function that measures words in the font and the size of a layer. */
type MeasureLayer = (layer: TextLayer) => MeasureText;

const { least } = DESIGN_LIMITS.textSize;

/**
 * Returns a design as it is drawn in a language, for the screen, the checks, the previews and the files. Translated words fit the box of the
 * original. The result is only drawn, and never stored: its texts have fitted sizes and the language of their capital letters. The fonts of
 * the original and of the translated words must be loaded.
 * @param language undefined for the original, which stays as it is
 */
export function showInLanguage(
  design: Design,
  language: string | undefined,
  measure: MeasureLayer = measureIn,
): Design {
  if (language === undefined) return design;
  const layers = design.layers.map((layer) => {
    if (layer.kind !== 'text' || layer.translations?.[language] === undefined) return layer;
    const shown = localizeLayer(layer, language);
    return shown.kind === 'text'
      ? { ...shown, language, size: fitTranslation(layer, shown, measure) }
      : shown;
  });
  return { ...design, layers };
}

/**
 * Lists the texts whose fonts a design needs in a language, with the language of their capitals: the capital of the Turkish "i" is a letter
 * of another file.
 */
export const listTextsIn = (design: Design, language: string): TextLayer[] =>
  listTexts(design).flatMap((layer) => {
    const shown = localizeLayer(layer, language);
    return shown === layer || shown.kind !== 'text' ? layer : { ...shown, language };
  });

/**
 * Returns the size in which translated words fit the box of the original: the width of the translation, and the height that the words of the
 * original take. The size is never above the size of the translation, and an even number of pixels where it is below.
 * @param translated the text with the words, the size and the width of the translation
 */
function fitTranslation(original: TextLayer, translated: TextLayer, measure: MeasureLayer): number {
  const { height } = layoutText(original, measure(original));
  const fits = (size: number) => {
    const layer = { ...translated, size };
    const measureWords = measure(layer);
    return !breaksWord(layer, measureWords) && layoutText(layer, measureWords).height <= height + ROUNDING;
  };
  if (fits(translated.size)) return translated.size;
  // Halves the range, because each trial lays out all words.
  let [fitting, tooLarge] = [least / STEP, Math.ceil(translated.size / STEP)];
  while (tooLarge - fitting > 1) {
    const steps = Math.floor((fitting + tooLarge) / 2);
    if (fits(steps * STEP)) fitting = steps;
    else tooLarge = steps;
  }
  return fitting * STEP;
}

/** The difference of two fitted sizes. Firefox draws only even sizes on Linux. */
const STEP = 2;

/** Sums of heights are not exact. */
const ROUNDING = 0.01;
