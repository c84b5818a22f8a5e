/** The fonts of the scripts that the fonts of a design do not have. */
import changaArabic from '@fontsource/changa/files/changa-arabic-800-normal.woff2?url';
import changaLatin from '@fontsource/changa/files/changa-latin-800-normal.woff2?url';
import firaCyrillic from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-cyrillic-900-normal.woff2?url';
import firaCyrillicExt from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-cyrillic-ext-900-normal.woff2?url';
import firaGreek from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-greek-900-normal.woff2?url';
import firaGreekExt from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-greek-ext-900-normal.woff2?url';
import firaLatin from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-latin-900-normal.woff2?url';
import kanitLatin from '@fontsource/kanit/files/kanit-latin-900-normal.woff2?url';
import kanitThai from '@fontsource/kanit/files/kanit-thai-900-normal.woff2?url';
import paytoneLatinExt from '@fontsource/paytone-one/files/paytone-one-latin-ext-400-normal.woff2?url';
import rubikHebrew from '@fontsource/rubik/files/rubik-hebrew-900-normal.woff2?url';
import rubikLatin from '@fontsource/rubik/files/rubik-latin-900-normal.woff2?url';
import teko400 from '@fontsource/teko/files/teko-devanagari-400-normal.woff2?url';
import teko500 from '@fontsource/teko/files/teko-devanagari-500-normal.woff2?url';
import teko600 from '@fontsource/teko/files/teko-devanagari-600-normal.woff2?url';
import teko700 from '@fontsource/teko/files/teko-devanagari-700-normal.woff2?url';
import tekoLatin from '@fontsource/teko/files/teko-latin-700-normal.woff2?url';
import type { Font } from '#contract/design/design-limits.ts';
import { LATIN, listFaces } from './font-faces.ts';
import type { FaceSource } from './font-faces.ts';

export interface ScriptFont {
  /** Matches the letters and marks of the script. */
  letters: RegExp;
  /** The name in CSS. */
  family: string;
  /** The name that creators see. @default the family */
  name?: string;
  /** The name by which design programs find the font. */
  postScriptName: string;
  /** The height of a capital letter of the font, or of a letter of a script without capitals, as a part of the em. */
  capHeight: number;
  /** The extent of letters with their marks above and below the baseline, as parts of the em. */
  top: number;
  bottom: number;
  /** The share of the letters of a text from which all letters of the text are drawn in the font. @default LEADING_SHARE */
  leadsFrom?: number;
  /** The fonts of a design that have the letters of the script. */
  includedIn?: readonly Font[];
  /** The files of the font. The files of a font with many letters are a list that is loaded with the first of them. */
  faces: readonly FaceSource[] | (() => Promise<readonly FaceSource[]>);
}

/** A foreign word should not change the font of a headline. Names and numbers in a headline of the script should look like its letters. */
export const LEADING_SHARE = 0.25;
const NEVER = Number.POSITIVE_INFINITY;

const CYRILLIC_EXT = 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F';
const CYRILLIC = 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116';
const GREEK_EXT = 'U+1F00-1FFF';
const GREEK = 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF';
const DEVANAGARI =
  'U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20A8,U+20B9,U+20F0,U+25CC,U+A830-A839,U+A8E0-A8FF,U+11B00-11B09';
const ARABIC =
  'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC';
const HEBREW = 'U+0307-0308,U+0590-05FF,U+200C-2010,U+20AA,U+25CC,U+FB1D-FB4F';
const THAI = 'U+02D7,U+0303,U+0331,U+0E01-0E5B,U+200C-200D,U+25CC';

const FIRA = {
  family: 'Fira Sans Extra Condensed',
  postScriptName: 'FiraSansExtraCondensed-Black',
  capHeight: 0.703,
  faces: listFaces('Fira Sans Extra Condensed', [
    [firaCyrillicExt, CYRILLIC_EXT],
    [firaCyrillic, CYRILLIC],
    [firaGreekExt, GREEK_EXT],
    [firaGreek, GREEK],
    [firaLatin, LATIN],
  ]),
};

const CHANGA = {
  family: 'Changa',
  postScriptName: 'Changa-ExtraBold',
  capHeight: 0.625,
  faces: listFaces('Changa', [
    [changaArabic, ARABIC],
    [changaLatin, LATIN],
  ]),
};

const RUBIK = {
  family: 'Rubik',
  postScriptName: 'Rubik-Black',
  capHeight: 0.703,
  faces: listFaces('Rubik', [
    [rubikHebrew, HEBREW],
    [rubikLatin, LATIN],
  ]),
};

/** The name of the font that has the Devanagari letters of Teko in its weights. */
export const TEKO = 'Teko Devanagari';

/** Signs of currencies that most fonts lack. */
const SIGNS = 'U+20A9,U+20AB,U+20B9-20BA,U+20BD';

/** Marks below the letters of one line and above the letters of the next line do not touch. Rare pairs of them may. */
export const SCRIPT_FONTS: readonly ScriptFont[] = [
  { ...FIRA, letters: /\p{Script=Cyrillic}/u, top: 0.86, bottom: 0.1 },
  { ...FIRA, letters: /\p{Script=Greek}/u, top: 0.8, bottom: 0.1 },
  {
    letters: /[ƠơƯưẠ-ỹ]/u,
    family: 'Anton',
    postScriptName: 'Anton-Regular',
    capHeight: 0.859,
    top: 1.17,
    bottom: 0.19,
    // A word in letters of two fonts is hard to read.
    leadsFrom: 0,
    includedIn: ['anton', 'paytone-one', 'alfa-slab-one'],
    faces: [],
  },
  {
    letters: /[\u0900-\u097F\uA8E0-\uA8FF]/u,
    family: 'Teko Bold',
    name: 'Teko',
    postScriptName: 'Teko-Bold',
    capHeight: 0.642,
    top: 0.92,
    bottom: 0.24,
    includedIn: ['teko'],
    faces: [
      ...listFaces('Teko Bold', [
        [teko700, DEVANAGARI],
        [tekoLatin, LATIN],
      ]),
      ...[teko400, teko500, teko600, teko700].map((url, index) => ({
        family: TEKO,
        url,
        range: DEVANAGARI,
        weights: String(400 + index * 100),
      })),
    ],
  },
  {
    ...CHANGA,
    letters: /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/u,
    top: 0.88,
    bottom: 0.3,
  },
  // The marks of vowels.
  { ...CHANGA, letters: /[\u064B-\u0652]/u, top: 1, bottom: 0.45, leadsFrom: NEVER },
  { ...RUBIK, letters: /[\u0590-\u05FF\uFB1D-\uFB4F]/u, top: 0.72, bottom: 0.12 },
  { ...RUBIK, letters: /[\u05B0-\u05C7]/u, top: 0.75, bottom: 0.32, leadsFrom: NEVER },
  {
    letters: /[\u0E00-\u0E7F]/u,
    family: 'Kanit',
    postScriptName: 'Kanit-Black',
    capHeight: 0.644,
    top: 1.06,
    bottom: 0.22,
    faces: listFaces('Kanit', [
      [kanitThai, THAI],
      [kanitLatin, LATIN],
    ]),
  },
  {
    letters: /\p{Script=Hangul}/u,
    family: 'Black Han Sans',
    postScriptName: 'BlackHanSans-Regular',
    capHeight: 0.797,
    top: 0.797,
    bottom: 0,
    faces: () => import('./korean-faces.ts').then(({ KOREAN_FACES }) => KOREAN_FACES),
  },
  {
    // The marks and the wide letters of Japanese also belong to other scripts.
    letters: /[\p{Script=Han}\u3000-\u30FF\u31F0-\u31FF\uFF00-\uFFEF]/u,
    family: 'Dela Gothic One',
    postScriptName: 'DelaGothicOne-Regular',
    capHeight: 0.781,
    top: 0.86,
    bottom: 0.1,
    faces: () => import('./japanese-faces.ts').then(({ JAPANESE_FACES }) => JAPANESE_FACES),
  },
  {
    letters: /[₩₫₹₺₽]/u,
    family: 'Paytone Signs',
    name: 'Paytone One',
    postScriptName: 'PaytoneOne-Regular',
    capHeight: 0.688,
    top: 0.688,
    bottom: 0,
    leadsFrom: NEVER,
    includedIn: ['anton', 'paytone-one', 'alfa-slab-one'],
    faces: listFaces('Paytone Signs', [[paytoneLatinExt, SIGNS]]),
  },
];
