import { describe, expect, it } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { layoutText } from '../../../../web/src/lib/render/layout-text.ts';
import { showInLanguage } from '../../../../web/src/lib/render/show-in-language.ts';

/** Every character is half as wide as the text size. */
const measure =
  ({ size }: TextLayer) =>
  (text: string) =>
    (text.length * size) / 2;

const ORIGINAL: TextLayer = {
  ...createTextLayer('headline'),
  text: 'I BUILT A CASTLE',
  width: 500,
  size: 100,
};

const show = (translation: NonNullable<TextLayer['translations']>[string], original = ORIGINAL) => {
  const layer = { ...original, translations: { de: translation } };
  const design: Design = { ...EMPTY_DESIGN, layers: [layer] };
  const shown = showInLanguage(design, 'de', measure).layers.at(0);
  if (shown?.kind !== 'text') throw new Error('The text is missing.');
  return shown;
};
const layout = (layer: TextLayer) => layoutText(layer, measure(layer));

describe('a text in another language', () => {
  it('keeps its size if its words fit the box of the original', () => {
    expect(show({ text: 'ICH BAUE' })).toEqual({
      ...ORIGINAL,
      translations: { de: { text: 'ICH BAUE' } },
      text: 'ICH BAUE',
      language: 'de',
    });
  });

  it('becomes smaller until no word breaks', () => {
    expect(show({ text: 'DONAUDAMPFSCHIFFFAHRT' }).size).toBe(46);
  });

  it('becomes smaller until its lines are not higher than the lines of the original', () => {
    const shown = show({ text: 'ICH HABE IN EINEM JAHR EINE BURG GEBAUT' });
    expect(shown.size).toBeLessThan(100);
    expect(layout(shown).height).toBeLessThanOrEqual(layout(ORIGINAL).height);
    expect(layout({ ...shown, size: shown.size + 2 }).height).toBeGreaterThan(layout(ORIGINAL).height);
  });

  it('has the place and the width of its translation, and is never larger than its translation', () => {
    expect(show({ text: 'BURG', size: 80, x: 1, y: 2, width: 300 })).toMatchObject({
      size: 80,
      x: 1,
      y: 2,
      width: 300,
    });
    expect(show({ text: 'CASTILLO', size: 80, width: 300 }).size).toBe(74);
  });

  it('fits also if the original keeps its size', () => {
    expect(show({ text: 'DONAUDAMPFSCHIFFFAHRT' }, { ...ORIGINAL, keepsSize: true }).size).toBe(46);
  });

  it('has the smallest size if no size fits', () => {
    expect(show({ text: 'W'.repeat(120) }).size).toBe(16);
  });

  it('keeps its words and its size if it is not translated into the language', () => {
    const design: Design = {
      ...EMPTY_DESIGN,
      layers: [{ ...ORIGINAL, translations: { de: { text: 'BURG' } } }],
    };
    expect(showInLanguage(design, 'fr', measure)).toEqual(design);
    expect(showInLanguage(design, undefined, measure)).toEqual(design);
  });
});
