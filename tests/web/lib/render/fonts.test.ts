import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { loadScripts } from '../../../../web/src/lib/render/load-scripts.ts';
import { shownText } from '../../../../web/src/lib/render/fonts.ts';

/** The packages of the fonts. Smaller files than the file of the variable Teko have its Devanagari letters. */
const PACKAGES: Record<string, string> = {
  Anton: '@fontsource/anton',
  'Bebas Neue': '@fontsource/bebas-neue',
  'Paytone One': '@fontsource/paytone-one',
  'Alfa Slab One': '@fontsource/alfa-slab-one',
  Teko: '@fontsource-variable/teko',
};
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'];

/** Lists the characters of a range of CSS, as `U+0100-02BA,U+20AC`. */
const listCharacters = (range: string): number[] =>
  range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

/** Lists the files that have a character, each with the name of its font. */
function listPackaged(): Map<string, Set<number>> {
  const packaged = Object.entries(PACKAGES).flatMap(([family, path]) => {
    const ranges = join(import.meta.dirname, '../../../../node_modules', path, 'unicode.json');
    const subsets = JSON.parse(readFileSync(ranges, 'utf8')) as Partial<Record<string, string>>;
    return SUBSETS.flatMap((subset) => {
      const range = subsets[subset];
      return range === undefined ? [] : [[`${family} ${subset}`, new Set(listCharacters(range))] as const];
    });
  });
  return new Map(packaged);
}

afterEach(() => vi.resetModules());

it('a font has all letters of its package, in files that the browser loads for a text', async () => {
  // The module creates the faces once, perhaps for another file.
  vi.resetModules();
  const { haveFontsLoaded, loadFonts } = await import('../../../../web/src/lib/render/fonts.ts');
  const faces: { family: string; subset: string; characters: number[] }[] = [];
  function FakeFace(family: string, source: string, { unicodeRange = '' }: FontFaceDescriptors) {
    const subset = /-(latin-ext|latin|vietnamese)-/.exec(source)?.[1] ?? '';
    if (family in PACKAGES) faces.push({ family, subset, characters: listCharacters(unicodeRange) });
  }
  vi.stubGlobal('FontFace', FakeFace);
  const load = vi.fn(() => Promise.resolve([]));
  const fonts = { add: () => undefined, delete: () => true, check: () => true, load };
  vi.stubGlobal('document', { fonts });
  const polish = [{ ...createTextLayer('text'), text: 'Łódź' }];

  // The browser knows no file of the letters yet.
  expect(haveFontsLoaded(polish)).toBe(false);
  await loadFonts(polish);

  expect(load.mock.calls).toEqual([['400 150px "Anton", Impact, sans-serif', 'Łódź']]);
  expect(haveFontsLoaded(polish)).toBe(true);
  const packaged = listPackaged();
  const wrong = faces.filter(({ family, subset, characters }) => {
    const inFile = packaged.get(`${family} ${subset}`);
    return characters.some((character) => inFile?.has(character) !== true);
  });
  expect(wrong).toEqual([]);
  const missing = [...packaged].flatMap(([name, characters]) => {
    const known = new Set(faces.flatMap((face) => (name.startsWith(face.family) ? face.characters : [])));
    return [...characters].filter((character) => !known.has(character)).map((code) => `${name} ${code}`);
  });
  expect(missing).toEqual([]);
});

it('a letter and its marks become one character if Unicode has it, because no font has the marks', () => {
  const text = 'Vie\u0323\u0302t';
  expect(shownText({ text })).toBe('Vi\u1ec7t');
  expect(shownText({ text, upperCase: true })).toBe('VI\u1ec6T');
});

it('capitals follow the rules of the language, and Greek capitals have no accents in any text', async () => {
  await loadScripts();
  const capitals = (text: string, language?: string) =>
    shownText({ text, upperCase: true, ...(language !== undefined && { language }) });

  expect(capitals('istanbul ılık', 'tr')).toBe('İSTANBUL ILIK');
  expect(capitals('istanbul')).toBe('ISTANBUL');
  expect(capitals('κάστρο ρολόι Άυλος ΰ')).toBe('ΚΑΣΤΡΟ ΡΟΛΟΪ ΑΫΛΟΣ Ϋ');
  expect(capitals('Łódź é')).toBe('ŁÓDŹ É');
  expect(capitals('groß', 'de')).toBe('GROSS');
});
