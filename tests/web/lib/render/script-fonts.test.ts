import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Font } from '#contract/design/design-limits.ts';
import { FONT_INFO } from '../../../../web/src/lib/render/fonts.ts';
import {
  haveListsLoaded,
  listSources,
  loadLists,
  selectScriptFonts,
} from '../../../../web/src/lib/render/script-fonts.ts';

const select = (text: string, font: Font = 'anton') => selectScriptFonts(text, { font, ...FONT_INFO[font] });

describe('the letters of a text that its font lacks', () => {
  it.each<[string, Font, string[]]>([
    ['Я построил замок', 'anton', ['Fira Sans Extra Condensed']],
    ['Έχτισα κάστρο', 'anton', ['Fira Sans Extra Condensed']],
    ['Việt Nam', 'anton', ['Anton']],
    ['Việt Nam', 'bebas-neue', ['Anton']],
    ['मैंने किला बनाया', 'anton', ['Teko']],
    ['मैंने किला बनाया', 'teko', ['Teko']],
    ['بنيت قلعة', 'anton', ['Changa']],
    ['בניתי טירה', 'anton', ['Rubik']],
    ['ฉันสร้างปราสาท', 'anton', ['Kanit']],
    ['성을 지었다', 'anton', ['Black Han Sans']],
    ['城を建てた', 'anton', ['Dela Gothic One']],
    // A name or a number looks like the letters beside it, and a foreign word changes no headline.
    ['iPhone 15 против Samsung', 'anton', ['Fira Sans Extra Condensed']],
    ['LEARN 日本語 IN THIRTY DAYS', 'anton', ['Anton', 'Dela Gothic One']],
    ['THE π EXPLAINED IN TEN MINUTES', 'anton', ['Anton', 'Fira Sans Extra Condensed']],
    ['ONLY 500 ₽', 'bebas-neue', ['Bebas Neue', 'Paytone One']],
    ['WIN', 'anton', ['Anton']],
  ])('of %s in %s are drawn by %j', (text, font, names) => {
    expect(select(text, font).names).toEqual(names);
  });

  it('are as high as the letters of the font, and have room for their marks', () => {
    expect(select('Я построил замок')).toEqual({
      families: ['Fira Sans Extra Condensed', 'Anton'],
      names: ['Fira Sans Extra Condensed'],
      postScriptName: 'FiraSansExtraCondensed-Black',
      scale: 0.859 / 0.703,
      top: 0.86 * (0.859 / 0.703),
      bottom: 0.1 * (0.859 / 0.703),
    });
    expect(select('Việt').top).toBeGreaterThan(FONT_INFO.anton.capHeight);
  });

  it('keep the weight of Teko, which has them in other files', () => {
    expect(select('हिन्दी', 'teko').families).toEqual(['Teko', 'Teko Devanagari']);
    const weights = listSources().filter(({ family }) => family === 'Teko Devanagari');
    expect(weights.map((source) => source.weights)).toEqual(['400', '500', '600', '700']);
  });
});

describe('the files of the fonts', () => {
  beforeAll(() => loadLists('성城'));

  it('have the ranges of their packages, so that the browser loads each file for its letters', () => {
    const wrong = listSources().filter(({ url, range }) => {
      const [, name = '', subset = ''] =
        /^(.*?)-((?:latin|cyrillic|greek)-ext|\d+|[a-z]+)-\w+-normal\.woff2$/.exec(basename(url)) ?? [];
      const file = join(import.meta.dirname, '../../../../node_modules/@fontsource', name, 'unicode.json');
      const ranges = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, string>>;
      const packaged = ranges[subset] ?? ranges[`[${subset}]`] ?? '';
      // The list of Arabic letters ends before the letters of mathematics. `fonts.test.ts` checks the other Latin letters.
      return !['latin-ext', 'vietnamese'].includes(subset) && !packaged.startsWith(range);
    });
    expect(wrong).toEqual([]);
  });

  it('are listed for Korean and Japanese when their letters appear', () => {
    expect(haveListsLoaded('성城')).toBe(true);
    const files = (family: string) => listSources().filter((source) => source.family === family).length;
    expect([files('Black Han Sans'), files('Dela Gothic One')]).toEqual([88, 119]);
  });
});
