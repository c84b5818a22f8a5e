import { describe, expect, it } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import {
  addAnswers,
  addLanguage,
  confirmWords,
  findLanguageLimit,
  followOriginal,
  isMissing,
  placeAsOriginal,
  removeLanguage,
} from '../../../../web/src/features/finish/translations/translations.ts';

const LAYER: TextLayer = {
  ...createTextLayer('11111111-1111-4111-8111-111111111111'),
  text: 'A CASTLE',
};
const designOf = (...layers: TextLayer[]): Design => ({ layers, crop: 0.5 });
const translated = (translations: NonNullable<TextLayer['translations']>, text = LAYER.text) =>
  designOf({ ...LAYER, text, translations });
const GERMAN = { de: { text: 'EINE BURG' } };

describe('a new language', () => {
  it('has the words of the original, which wait for their translation', () => {
    const design = addLanguage(designOf(LAYER), 'de');

    expect(design).toEqual(translated({ de: { text: 'A CASTLE', review: 'outdated' } }));
    expect(design.layers.map((layer) => layer.kind === 'text' && isMissing(layer, 'de'))).toEqual([true]);
  });

  it('is not added twice, and not after the twelfth', () => {
    const tags = ['ar', 'cs', 'da', 'de', 'el', 'es', 'fi', 'fr', 'he', 'hi', 'id', 'it'];
    const full = tags.reduce(addLanguage, designOf(LAYER));

    expect(addLanguage(full, 'de')).toBe(full);
    expect(addLanguage(full, 'ja')).toBe(full);
    expect(findLanguageLimit(full)).toBe('A design has at most 12 languages. Delete one to add another.');
    expect(findLanguageLimit(removeLanguage(full, 'it'))).toBeUndefined();
  });

  it('needs a text', () => {
    expect(findLanguageLimit(designOf())).toBe(
      'Add a text first: a language translates the texts of the design.',
    );
    expect(addLanguage(designOf(), 'de')).toEqual(designOf());
  });
});

describe('the words of a language', () => {
  it('are confirmed with all suggestions of the language, or one text alone', () => {
    const suggested = translated({ de: { text: 'EINE BURG', review: 'suggested' } });
    const outdated = translated({ de: { text: 'EIN TURM', review: 'outdated' } });

    expect(confirmWords(suggested, 'de')).toEqual(translated(GERMAN));
    expect(confirmWords(outdated, 'de')).toBe(outdated);
    expect(confirmWords(outdated, 'de', LAYER.id)).toEqual(translated({ de: { text: 'EIN TURM' } }));
  });

  it('lose their own size and place, and keep their review', () => {
    const moved = translated({ de: { text: 'EINE BURG', size: 90, x: 1, width: 300, review: 'suggested' } });

    expect(placeAsOriginal(moved, 'de', LAYER.id)).toEqual(
      translated({ de: { text: 'EINE BURG', review: 'suggested' } }),
    );
  });

  it('leave no empty list behind when the last language is deleted', () => {
    expect(removeLanguage(translated(GERMAN), 'de')).toEqual(designOf(LAYER));
  });
});

describe('other words of the original', () => {
  const change = (before: Design, text: string) =>
    followOriginal(before, {
      ...before,
      layers: before.layers.map((layer) => ({ ...layer, text })),
    });

  it('mark each translation as outdated', () => {
    const before = translated({
      de: { text: 'EINE BURG', size: 90 },
      fr: { text: 'UN', review: 'suggested' },
    });

    expect(change(before, 'TWO CASTLES')).toEqual(
      translated(
        {
          de: { text: 'EINE BURG', size: 90, review: 'outdated' },
          fr: { text: 'UN', review: 'outdated' },
        },
        'TWO CASTLES',
      ),
    );
  });

  it('reach a language that waits for its translation, and leave empty words alone', () => {
    const before = addLanguage(translated({ fr: { text: '' } }), 'de');

    expect(change(before, 'TWO CASTLES')).toEqual(
      translated({ fr: { text: '' }, de: { text: 'TWO CASTLES', review: 'outdated' } }, 'TWO CASTLES'),
    );
  });

  it('are no other words when only the color of the text changes', () => {
    const before = translated(GERMAN);
    const after = designOf({ ...LAYER, translations: GERMAN, color: '#000000' });

    expect(followOriginal(before, after)).toBe(after);
  });
});

it('does not mark the translations that a layout gives a text with its words', () => {
  const placed = translated({ fr: { text: 'DEUX' } }, 'TWO CASTLES');

  expect(followOriginal(translated(GERMAN), placed)).toBe(placed);
});

it('leaves out the languages of a pasted text for which the design has no room', () => {
  const tags = ['ar', 'cs', 'da', 'de', 'el', 'es', 'fi', 'fr', 'he', 'hi', 'id', 'it'];
  const full = tags.reduce(addLanguage, designOf(LAYER));
  const pasted = {
    ...createTextLayer('22222222-2222-4222-8222-222222222222'),
    translations: { ja: { text: '城' }, de: { text: 'NEU' } },
  };

  expect(followOriginal(full, { ...full, layers: [...full.layers, pasted] }).layers[1]).toEqual({
    ...pasted,
    translations: { de: { text: 'NEU' } },
  });
});

describe('an answer of the text model', () => {
  const before = addLanguage(designOf(LAYER), 'de');
  const answer = { layerId: LAYER.id, language: 'de', asked: 'A CASTLE', text: 'EINE BURG' };
  const outdated = { de: { text: 'EINE BURG', review: 'outdated' as const } };

  it.each([
    ['fills what is missing', before, translated({ de: { text: 'EINE BURG', review: 'suggested' } })],
    [
      'is outdated if the original has other words since',
      translated({ de: { text: 'A TOWER', review: 'outdated' } }, 'A TOWER'),
      translated(outdated, 'A TOWER'),
    ],
    [
      'is dropped if the creator has written words meanwhile',
      translated({ de: { text: 'BURG' } }),
      undefined,
    ],
    [
      'is dropped if the creator has confirmed the words of the original meanwhile',
      confirmWords(before, 'de', LAYER.id),
      undefined,
    ],
    ['is dropped if its language was deleted', designOf(LAYER), undefined],
    ['is dropped if its text was deleted', designOf(), undefined],
  ])('%s', (_title, now, expected) => {
    expect(addAnswers(now, before, [answer])).toEqual(expected ?? now);
  });

  it('is dropped if the creator has confirmed old words meanwhile', () => {
    const old = translated({ de: { text: 'EIN TURM', review: 'outdated' } });
    const confirmed = confirmWords(old, 'de', LAYER.id);

    expect(addAnswers(confirmed, old, [answer])).toBe(confirmed);
  });

  it('replaces words that have become old, and keeps their place', () => {
    const old = translated({ de: { text: 'EIN TURM', review: 'outdated', y: 40 } });

    expect(addAnswers(old, old, [answer])).toEqual(
      translated({ de: { text: 'EINE BURG', review: 'suggested', y: 40 } }),
    );
  });
});
