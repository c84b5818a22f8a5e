import { VIEW_SCALE } from '../editor/areas.ts';
import type { Check } from './check.ts';
import type { ShownText } from '../translations/language-view.ts';
import { edgeContrast } from './contrast.ts';
import { addOutline, enlarge } from './fixes.ts';
import type { TextMeasures } from './kept-clear.ts';
import { quoteText, TOLERANCE } from './text-probe.ts';
import type { TextProbe, VisibleText } from './text-probe.ts';

/**
 * WCAG 2.2, success criterion 1.4.3 (https://www.w3.org/TR/WCAG22/#contrast-minimum): 4.5 to 1, and 3 to 1 from 18
 * points, which are 24 CSS pixels. The size is measured in the smallest view.
 */
const CONTRAST = { normal: 4.5, large: 3, largeFrom: 24 } as const;

/**
 * The smallest height of a letter, in CSS pixels of the smallest view. Reading is fluent from an x-height of 0.2 degrees (Legge and Bigelow, "Does print
 * size matter for reading?", Journal of Vision 2011, 11(5):8), which is 8 CSS pixels at a distance of 60 cm.
 */
const MIN_LETTER_HEIGHT = 8;

/** Checks that letters stand out from the picture. @returns no check if all text is outside the frame */
export function checkContrast(texts: readonly VisibleText[]): Check[] {
  const measured = texts.flatMap(({ layer, black, coverage }) => {
    // Letters that are not drawn have the contrast of their background with itself.
    if (layer.opacity === 0) return [{ layer, contrast: 1 }];
    const colors = [layer.color, ...(layer.gradient === undefined ? [] : [layer.gradient])];
    const contrasts = colors.flatMap((color) => edgeContrast(color, black, coverage, layer.opacity) ?? []);
    return contrasts.length === 0 ? [] : [{ layer, contrast: Math.min(...contrasts) }];
  });
  if (measured.length === 0) return [];
  const lowest = Math.min(...measured.map(({ contrast }) => contrast));
  const check: Check = {
    name: 'contrast',
    passed: {
      title: 'Stands out from the picture',
      detail: `Contrast ${ratio(lowest)} at the edges of the letters (WCAG 2.2)`,
      short: `contrast ${Math.floor(lowest)}:1`,
    },
    hints: measured.flatMap(({ layer, contrast }) => {
      const needed = layer.size / VIEW_SCALE >= CONTRAST.largeFrom ? CONTRAST.large : CONTRAST.normal;
      if (contrast >= needed) return [];
      return {
        layerId: layer.id,
        title: `${quoteText(layer)} is hard to tell from the picture`,
        detail: `Contrast ${ratio(contrast)} at the edges of the letters; WCAG 2.2 asks for ${ratio(needed)}`,
        fix:
          layer.opacity === undefined || layer.opacity === 1
            ? {
                label: 'Add an outline',
                said: `${quoteText(layer)} has an outline.`,
                changes: addOutline(layer),
              }
            : {
                label: 'Make it opaque',
                said: `${quoteText(layer)} is opaque.`,
                changes: { opacity: 1 },
              },
      };
    }),
  };
  return [check];
}

/** Checks that letters are large enough in the smallest view. */
export function checkSize(probes: readonly TextProbe[], measures: TextMeasures): Check {
  const measured = probes.map(({ layer, letterHeight }) => ({ layer, pixels: letterHeight / VIEW_SCALE }));
  const smallest = Math.min(...measured.map(({ pixels }) => pixels));
  return {
    name: 'size',
    passed: {
      title: 'Legible at 168 × 94',
      detail: `Letters are at least ${formatPixels(smallest)} high there`,
      short: `${Math.round(smallest)} px letters at 168 × 94`,
    },
    hints: measured.flatMap(({ layer, pixels }) => {
      const accepted = MIN_LETTER_HEIGHT - TOLERANCE / VIEW_SCALE;
      if (pixels >= accepted) return [];
      const changes = enlarge(layer, MIN_LETTER_HEIGHT / pixels, measures);
      const sentence = `Letters are ${formatPixels(pixels)} high there; ${MIN_LETTER_HEIGHT} are easy to read`;
      return {
        layerId: layer.id,
        title: `${quoteText(layer)} is small at 168 × 94`,
        detail: changes ? sentence : `${sentence}. ${advise(layer, accepted / pixels, measures)}`,
        ...(changes && {
          fix: {
            label: 'Make it larger',
            said: `${quoteText(layer)} is larger.`,
            changes,
          },
        }),
      };
    }),
  };
}

/** A translated line is not higher than the line of the original. Where the letters of its script are small in it, fewer words do not help. */
function advise(layer: ShownText, factor: number, measures: TextMeasures): string {
  const [letter = ''] = Array.from(layer.text.trim());
  return layer.language === undefined || enlarge({ ...layer, text: letter }, factor, measures)
    ? 'Use fewer words'
    : 'Make the text larger in the original';
}

/** Rounded down, so that a failing contrast never reads like a passing one. */
const ratio = (contrast: number): string => `${Math.floor(contrast * 10) / 10} to 1`;

const formatPixels = (pixels: number): string => `${Math.floor(pixels * 10) / 10} pixels`;
