import { describe, expect, it } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { localizeLayer } from '#contract/design/translations.ts';
import { SHAPE_LAYER } from '../../../support/designs.ts';
import {
  removeLayer,
  reorderLayer,
  updateLayer,
} from '../../../../web/src/features/finish/editor/edit-design.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import {
  editInLanguage,
  findChangedLanguage,
} from '../../../../web/src/features/finish/translations/edit-in-language.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const LAYER: TextLayer = {
  ...createTextLayer(ID),
  text: 'A CASTLE',
  translations: { de: { text: 'EINE BURG', review: 'suggested' }, fr: { text: 'UN CHATEAU' } },
};
const DESIGN: Design = { layers: [LAYER, SHAPE_LAYER], crop: 0.5 };
const show = (design: Design): Design => ({
  ...design,
  layers: design.layers.map((layer) => localizeLayer(layer, 'de')),
});
const edit = (change: (shown: Design) => Design, design = DESIGN) =>
  editInLanguage(design, 'de', change, show);
const withGerman = (
  german: NonNullable<TextLayer['translations']>[string],
  changes: Partial<TextLayer> = {},
) => ({
  ...DESIGN,
  layers: [{ ...LAYER, ...changes, translations: { ...LAYER.translations, de: german } }, SHAPE_LAYER],
});

describe('a change of a design in a language', () => {
  it('changes the words of this language alone, which need no confirmation then', () => {
    expect(edit((shown) => updateLayer(shown, ID, { text: 'DIE BURG' }))).toEqual(
      withGerman({ text: 'DIE BURG' }),
    );
  });

  it('gives this language its own size and place, and keeps the review of its words', () => {
    expect(edit((shown) => updateLayer(shown, ID, { x: 10, y: 20, width: 300, size: 80 }))).toEqual(
      withGerman({ text: 'EINE BURG', review: 'suggested', x: 10, y: 20, width: 300, size: 80 }),
    );
    expect(edit((shown) => updateLayer(shown, ID, { x: 10 }))).toEqual(
      withGerman({ text: 'EINE BURG', review: 'suggested', x: 10 }),
    );
  });

  it('changes the color and the other layers for all languages', () => {
    const changed = edit((shown) => reorderLayer(updateLayer(shown, ID, { color: '#000000' }), ID, 1));

    expect(changed.layers).toMatchObject([SHAPE_LAYER, { ...LAYER, color: '#000000' }]);
    expect(edit((shown) => removeLayer(shown, ID)).layers).toEqual([SHAPE_LAYER]);
  });

  it('translates a text that has no words in this language', () => {
    const { translations: _none, ...untranslated } = LAYER;
    const design = { ...DESIGN, layers: [untranslated] };

    expect(edit((shown) => updateLayer(shown, ID, { text: 'BURG' }), design).layers).toMatchObject([
      { ...untranslated, translations: { de: { text: 'BURG' } } },
    ]);
  });

  it('does not confirm the words of a text that is only moved before it has words in this language', () => {
    const { translations: _none, ...untranslated } = LAYER;
    const move = (layer: TextLayer) =>
      edit((shown) => updateLayer(shown, ID, { x: 10 }), { ...DESIGN, layers: [layer] }).layers[0];

    expect(move(untranslated)).toEqual({
      ...untranslated,
      translations: { de: { text: 'A CASTLE', x: 10, review: 'outdated' } },
    });
    expect(move({ ...untranslated, text: '' })).toEqual({
      ...untranslated,
      text: '',
      translations: { de: { text: '', x: 10 } },
    });
  });

  it('is no change if nothing changes', () => {
    expect(edit((shown) => shown)).toBe(DESIGN);
  });
});

describe('the language that an undo step changes', () => {
  const moved = withGerman({ text: 'EINE BURG', x: 10 });
  const both = { ...DESIGN, layers: [{ ...LAYER, translations: { de: { text: '1' }, fr: { text: '2' } } }] };
  const other = { ...DESIGN, layers: [{ ...LAYER, text: 'TWO' }, SHAPE_LAYER] };
  const recolored = { ...DESIGN, layers: [{ ...LAYER, color: '#000000' }, SHAPE_LAYER] };

  it.each([
    ['is the language of the text', moved, undefined, { language: 'de' }],
    ['stays if it is shown', moved, 'de', undefined],
    ['is the original if its words change', other, 'de', { language: undefined }],
    ['stays the original', other, undefined, undefined],
    ['is no language if several change', both, 'hi', undefined],
    ['is no language if the color changes', recolored, 'de', undefined],
  ])('%s', (_title, after, shown, expected) => {
    expect(findChangedLanguage(DESIGN, after, shown)).toEqual(expected);
  });
});
