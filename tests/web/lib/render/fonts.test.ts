import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { loadScripts } from '../../../../web/src/lib/render/load-scripts.ts';
import { shownText } from '../../../../web/src/lib/render/fonts.ts';

/** The packages, and the name of a subset's file in each of them. */
const PACKAGES: Record<string, { path: string; file: (subset: string) => string }> = {
  Anton: { path: '@fontsource/anton', file: (subset) => `anton-${subset}-400-normal.woff2` },
  'Bebas Neue': { path: '@fontsource/bebas-neue', file: (subset) => `bebas-neue-${subset}-400-normal.woff2` },
  'Paytone One': {
    path: '@fontsource/paytone-one',
    file: (subset) => `paytone-one-${subset}-400-normal.woff2`,
  },
  'Alfa Slab One': {
    path: '@fontsource/alfa-slab-one',
    file: (subset) => `alfa-slab-one-${subset}-400-normal.woff2`,
  },
  // `script-fonts.ts` has the Devanagari letters of Teko, in smaller files.
  Teko: { path: '@fontsource-variable/teko', file: (subset) => `teko-${subset}-wght-normal.woff2` },
};

function listPackagedFaces(): string[] {
  return Object.entries(PACKAGES).flatMap(([family, { path, file }]) => {
    const ranges = join(import.meta.dirname, '../../../../node_modules', path, 'unicode.json');
    const subsets = JSON.parse(readFileSync(ranges, 'utf8')) as Record<string, string>;
    return Object.entries(subsets)
      .filter(([subset]) => subset !== 'devanagari')
      .map(([subset, range]) => `${family} ${file(subset)} ${range}`);
  });
}

afterEach(() => vi.resetModules());

it('a font has all letters of its package, in files that the browser loads for a text', async () => {
  // The module creates the faces once, perhaps for another file.
  vi.resetModules();
  const { haveFontsLoaded, loadFonts } = await import('../../../../web/src/lib/render/fonts.ts');
  const faces: string[] = [];
  function FakeFace(family: string, source: string, { unicodeRange }: FontFaceDescriptors) {
    faces.push(`${family} ${basename(source).replace(/[)"].*/, '')} ${unicodeRange}`);
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
  expect(faces).toEqual(expect.arrayContaining(listPackagedFaces()));
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
