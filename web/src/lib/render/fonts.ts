import alfaLatin from '@fontsource/alfa-slab-one/files/alfa-slab-one-latin-400-normal.woff2?url';
import alfaLatinExt from '@fontsource/alfa-slab-one/files/alfa-slab-one-latin-ext-400-normal.woff2?url';
import alfaVietnamese from '@fontsource/alfa-slab-one/files/alfa-slab-one-vietnamese-400-normal.woff2?url';
import antonLatin from '@fontsource/anton/files/anton-latin-400-normal.woff2?url';
import antonLatinExt from '@fontsource/anton/files/anton-latin-ext-400-normal.woff2?url';
import antonVietnamese from '@fontsource/anton/files/anton-vietnamese-400-normal.woff2?url';
import bebasLatin from '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2?url';
import bebasLatinExt from '@fontsource/bebas-neue/files/bebas-neue-latin-ext-400-normal.woff2?url';
import paytoneLatin from '@fontsource/paytone-one/files/paytone-one-latin-400-normal.woff2?url';
import paytoneLatinExt from '@fontsource/paytone-one/files/paytone-one-latin-ext-400-normal.woff2?url';
import paytoneVietnamese from '@fontsource/paytone-one/files/paytone-one-vietnamese-400-normal.woff2?url';
import tekoDevanagari from '@fontsource-variable/teko/files/teko-devanagari-wght-normal.woff2?url';
import tekoLatin from '@fontsource-variable/teko/files/teko-latin-wght-normal.woff2?url';
import tekoLatinExt from '@fontsource-variable/teko/files/teko-latin-ext-wght-normal.woff2?url';
import type { Design, TextLayer } from '#contract/design/design.ts';
import type { Font } from '#contract/design/design-limits.ts';

/** The ranges of Fontsource's subsets. The browser loads a file only when a text has one of its characters. */
const RANGES = {
  devanagari:
    'U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20A8,U+20B9,U+20F0,U+25CC,U+A830-A839,U+A8E0-A8FF,U+11B00-11B09',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  latinExt:
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
} as const;

interface FontInfo {
  /** The name in CSS, which is also the name that creators see. */
  family: string;
  /** Height of a capital letter, as a part of the em. */
  capHeight: number;
  weights: string;
  /** The files of its subsets. Where two of them have a letter, the last one is used. */
  files: Partial<Record<keyof typeof RANGES, string>>;
}

export const FONT_INFO: Record<Font, FontInfo> = {
  anton: {
    family: 'Anton',
    capHeight: 0.859,
    weights: '400',
    files: { vietnamese: antonVietnamese, latinExt: antonLatinExt, latin: antonLatin },
  },
  'bebas-neue': {
    family: 'Bebas Neue',
    capHeight: 0.703,
    weights: '400',
    files: { latinExt: bebasLatinExt, latin: bebasLatin },
  },
  teko: {
    family: 'Teko',
    capHeight: 0.656,
    weights: '300 700',
    files: { devanagari: tekoDevanagari, latinExt: tekoLatinExt, latin: tekoLatin },
  },
  'paytone-one': {
    family: 'Paytone One',
    capHeight: 0.688,
    weights: '400',
    files: { vietnamese: paytoneVietnamese, latinExt: paytoneLatinExt, latin: paytoneLatin },
  },
  'alfa-slab-one': {
    family: 'Alfa Slab One',
    capHeight: 0.778,
    weights: '400',
    files: { vietnamese: alfaVietnamese, latinExt: alfaLatinExt, latin: alfaLatin },
  },
};

const TIMEOUT_MS = 15_000;

/** The fonts of a design could not be loaded. A rendering without them would look different. */
export class FontsNotLoadedError extends Error {
  override name = 'FontsNotLoadedError';
  /** The names of the fonts. */
  readonly families: readonly string[];

  constructor(families: readonly string[]) {
    super(`The font ${families.join(' and ')} could not be loaded.`);
    this.families = families;
  }
}

/**
 * The letters of a layer that are drawn. The fonts have "ệ", but not all of the marks that a Mac writes behind "e" for it.
 */
export const shownText = ({ text, upperCase }: Pick<TextLayer, 'text' | 'upperCase'>): string =>
  (upperCase === true ? text.toUpperCase() : text).normalize('NFC');

/** The value of CSS's `font` for a layer. Characters that the font does not have come from the system's fonts. */
export const cssFont = ({ font, size, weight }: Pick<TextLayer, 'font' | 'size' | 'weight'>): string =>
  `${weight} ${size}px "${FONT_INFO[font].family}", Impact, sans-serif`;

let registered: FontFace[] = [];

/** Makes the fonts known to the document. Nothing is loaded before a text needs it. */
function registerFonts(): void {
  // The browser never loads a failed face again, so a new one takes its place.
  const failed = registered.filter(({ status }) => status === 'error');
  if (registered.length > 0 && failed.length === 0) return;
  for (const face of registered) document.fonts.delete(face);
  registered = Object.values(FONT_INFO).flatMap(({ family, weights, files }) =>
    (Object.keys(RANGES) as (keyof typeof RANGES)[]).flatMap((subset) =>
      files[subset] === undefined
        ? []
        : new FontFace(family, `url(${files[subset]})`, { weight: weights, unicodeRange: RANGES[subset] }),
    ),
  );
  for (const face of registered) document.fonts.add(face);
}

/** The texts of a design that are drawn, and need their fonts. */
export const listTexts = ({ layers }: Design): TextLayer[] =>
  layers.filter((layer) => layer.kind === 'text').filter(({ hidden }) => !hidden);

/** True if all fonts of text layers have loaded, with the characters that the texts use. */
export function haveFontsLoaded(layers: readonly TextLayer[]): boolean {
  registerFonts();
  return layers.every((layer) => document.fonts.check(cssFont(layer), shownText(layer)));
}

/**
 * Loads the fonts of text layers, with the characters that they use.
 * @throws FontsNotLoadedError
 */
export async function loadFonts(layers: readonly TextLayer[]): Promise<void> {
  registerFonts();
  const results = await Promise.allSettled(layers.map((layer) => loadFont(layer)));
  const missing = layers.filter((_layer, index) => results[index]?.status === 'rejected');
  if (missing.length === 0) return;
  throw new FontsNotLoadedError([...new Set(missing.map(({ font }) => FONT_INFO[font].family))]);
}

function loadFont(layer: TextLayer): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const timedOut = new Promise((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(timeout.reason as Error), { once: true });
  });
  return Promise.race([document.fonts.load(cssFont(layer), shownText(layer)), timedOut]);
}
