import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listLanguages } from '#contract/design/design.ts';
import { localizeLayer } from '#contract/design/translations.ts';
import { saveDesignRequest } from '#contract/endpoints/finishing-schemas.ts';
import { CUTOUT_LAYER, DESIGN, TEXT_LAYER } from '../support/designs.ts';

const GERMAN = { text: 'BURG IN\n24 STUNDEN', size: 90, x: 300, y: 200, width: 480 };
const withTranslations = (translations: unknown) => ({
  ...DESIGN,
  layers: [{ ...TEXT_LAYER, translations }, CUTOUT_LAYER],
});

function findReasons(design: unknown): string[] {
  const { error } = z.safeParse(saveDesignRequest, { design, version: 0 });
  return error?.issues.map(({ message }) => message) ?? [];
}

/** The given number of languages, from `aa` on. */
const createLanguages = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`a${String.fromCharCode(97 + n)}`, { text: 'A' }]),
  );

describe('the translations of a text', () => {
  it.each<[string, unknown]>([
    ['a language with words alone', { de: { text: 'BURG' } }],
    ['a place and a size', { de: GERMAN }],
    ['a region, and a script', { 'pt-BR': { text: 'A' }, 'zh-Hant': { text: 'A' }, 'es-419': { text: 'A' } }],
    [
      'a suggestion and an old text',
      { hi: { text: 'A', review: 'suggested' }, ja: { text: '', review: 'outdated' } },
    ],
    ['twelve languages', createLanguages(12)],
  ])('may have %s', (_, translations) => {
    const design = withTranslations(translations);
    expect(z.parse(saveDesignRequest, { design, version: 0 })).toEqual({ design, version: 0 });
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'layer.translations must be an object'],
    ['no language', { german: { text: 'A' } }, 'layer.translations must have languages, as de or pt-BR'],
    [
      'another spelling of a language',
      { 'PT-br': { text: 'A' } },
      'layer.translations must have languages, as de or pt-BR',
    ],
    [
      'a former code of a language',
      { iw: { text: 'A' } },
      'layer.translations must have languages, as de or pt-BR',
    ],
    ['no object', { de: 'BURG' }, 'translation must be an object'],
    ['no words', { de: {} }, 'translation.text must be text'],
    ['too many words', { de: { text: 'A'.repeat(121) } }, 'translation.text must be at most 120 characters'],
    ['half a character', { de: { text: '\ud83c' } }, 'translation.text must be valid Unicode'],
    ['small letters', { de: { ...GERMAN, size: 15 } }, 'translation.size must be at least 16'],
    ['a place far outside', { de: { ...GERMAN, x: -641 } }, 'translation.x must be at least -640'],
    ['a narrow box', { de: { ...GERMAN, width: 39 } }, 'translation.width must be at least 40'],
    [
      'an unknown state',
      { de: { text: 'A', review: 'done' } },
      'translation.review must be one of suggested, outdated',
    ],
    ['an unknown field', { de: { text: 'A', color: '#ffffff' } }, 'translation has an unknown field: color'],
    ['thirteen languages', createLanguages(13), 'design.layers must have at most 12 languages'],
  ])('must not have %s', (_, translations, reason) => {
    expect(findReasons(withTranslations(translations))).toEqual([reason]);
  });

  it('are twelve languages in all texts together', () => {
    const other = { ...TEXT_LAYER, id: CUTOUT_LAYER.id, translations: { zu: { text: 'A' } } };
    const layers = [{ ...TEXT_LAYER, translations: createLanguages(12) }, other];
    expect(findReasons({ ...DESIGN, layers })).toEqual(['design.layers must have at most 12 languages']);
  });

  it('lists each language once', () => {
    const translations = { ja: { text: 'A' }, de: { text: 'A' } };
    const layers = [
      { ...TEXT_LAYER, translations },
      { ...TEXT_LAYER, translations: { de: { text: 'B' } } },
    ];
    expect(listLanguages([...layers, TEXT_LAYER, CUTOUT_LAYER])).toEqual(['de', 'ja']);
  });

  it('replace the words and the place, and nothing else', () => {
    const layer = { ...TEXT_LAYER, translations: { de: GERMAN } };
    expect(localizeLayer(layer, 'de')).toEqual({ ...layer, ...GERMAN });
    expect(localizeLayer(CUTOUT_LAYER, 'de')).toEqual(CUTOUT_LAYER);
  });

  it('keep the place of the original if they have none', () => {
    const layer = { ...TEXT_LAYER, translations: { de: { text: 'BURG', review: 'suggested' as const } } };
    expect(localizeLayer(layer, 'de')).toEqual({ ...layer, text: 'BURG' });
    expect(localizeLayer(layer, 'fr')).toEqual(layer);
  });
});
