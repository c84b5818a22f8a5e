import { beforeEach, expect, it, vi } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { translateTexts } from '../../../../web/src/api/translations.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import {
  planOrder,
  requestTranslations,
} from '../../../../web/src/features/finish/languages/request-translations.ts';
import { addLanguage } from '../../../../web/src/features/finish/translations/translations.ts';

vi.mock('../../../../web/src/api/translations.ts', () => ({ translateTexts: vi.fn() }));
const translate = vi.mocked(translateTexts);

/** Measures letters that are about as wide as the letters of Anton. */
const METER = {
  font: '',
  measureText(text: string) {
    return { width: text.length * 0.45 * Number(/([\d.]+)px/.exec(this.font)?.[1]) };
  },
};

beforeEach(() => {
  translate.mockReset();
  const fonts = { add: vi.fn(), delete: vi.fn(), check: () => true, load: () => Promise.resolve([]) };
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => METER }), fonts });
  vi.stubGlobal('FontFace', vi.fn());
});

const HEADLINE: TextLayer = { ...createTextLayer('1'), text: 'CASTLE', width: 400, size: 140 };
const EPISODE: TextLayer = { ...createTextLayer('2'), text: 'Part 2', width: 400, size: 72 };
const DESIGN: Design = { layers: [HEADLINE, EPISODE], crop: 0.5 };
const IN_THREE = ['de', 'fr', 'hi'].reduce(addLanguage, DESIGN);
const LONG = 'UNSERE SEHR GROSSE UND ALTE BURG AM FLUSS';

function request(design: Design) {
  const order = planOrder(design);
  if (!order) throw new Error('Nothing is missing');
  return requestTranslations('thumbnail', design, order, new AbortController().signal);
}

it('asks once more, shorter, for the languages whose letters would be too small to read', async () => {
  translate
    .mockResolvedValueOnce({ de: [LONG, 'Teil 2'], fr: ['CHATEAU', 'Partie 2'], hi: ['किला', 'भाग 2'] })
    .mockResolvedValueOnce({ de: ['BURG', 'T. 2'] });

  expect((await request(IN_THREE)).map(({ language, text }) => [language, text])).toEqual([
    ['de', 'BURG'],
    ['de', 'Teil 2'],
    ['fr', 'CHATEAU'],
    ['fr', 'Partie 2'],
    ['hi', 'किला'],
    ['hi', 'भाग 2'],
  ]);
  const [first, second] = translate.mock.calls.map(([body]) => body);
  expect(first).toEqual({
    thumbnailId: 'thumbnail',
    languages: ['de', 'fr', 'hi'],
    texts: ['CASTLE', 'Part 2'],
  });
  expect(second).toEqual({ ...first, languages: ['de'], limits: [expect.any(Number), 120] });
  const [limit = 0] = translate.mock.lastCall?.[0].limits ?? [];
  expect(limit).toBeLessThan(LONG.length);
});

it('keeps the first answer if there is no second one', async () => {
  translate
    .mockResolvedValueOnce({ de: [LONG, 'Teil 2'] })
    .mockRejectedValueOnce(new Error('The last request of the day was used.'));

  expect((await request(addLanguage(DESIGN, 'de'))).map(({ text }) => text)).toEqual([LONG, 'Teil 2']);
});

it('asks only for what is missing, and then for what has become old', () => {
  const half: Design = {
    ...DESIGN,
    layers: [
      { ...HEADLINE, translations: { de: { text: 'BURG' }, fr: { text: 'CHATEAU', review: 'outdated' } } },
      { ...EPISODE, translations: { de: { text: '' }, fr: { text: 'Partie 2' } } },
    ],
  };
  const describeOrder = (design: Design) => {
    const { languages, texts, isAgain } = planOrder(design) ?? {};
    return [languages, texts?.map(({ text }) => text), isAgain];
  };

  expect(describeOrder(half)).toEqual([['de'], ['Part 2'], false]);
  expect(describeOrder({ ...half, layers: half.layers.slice(0, 1) })).toEqual([['fr'], ['CASTLE'], true]);
  expect(planOrder({ ...half, layers: [] })).toBeUndefined();
});
