import alfaLatinExt from '@fontsource/alfa-slab-one/files/alfa-slab-one-latin-ext-400-normal.woff2?url';
import alfaVietnamese from '@fontsource/alfa-slab-one/files/alfa-slab-one-vietnamese-400-normal.woff2?url';
import antonLatinExt from '@fontsource/anton/files/anton-latin-ext-400-normal.woff2?url';
import antonVietnamese from '@fontsource/anton/files/anton-vietnamese-400-normal.woff2?url';
import bebasLatinExt from '@fontsource/bebas-neue/files/bebas-neue-latin-ext-400-normal.woff2?url';
import paytoneLatinExt from '@fontsource/paytone-one/files/paytone-one-latin-ext-400-normal.woff2?url';
import paytoneVietnamese from '@fontsource/paytone-one/files/paytone-one-vietnamese-400-normal.woff2?url';
import tekoLatinExt from '@fontsource-variable/teko/files/teko-latin-ext-wght-normal.woff2?url';
import { listFaces } from './font-faces.ts';
import type { FaceSource } from './font-faces.ts';

/** The ranges of Fontsource's subsets. */
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';
const VIETNAMESE =
  'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB';

/** The other subset without the Vietnamese letters. A browser would load both files for them, and the file of this range has 31 kB. */
const NOT_VIETNAMESE =
  'U+0100-0101,U+0104-010F,U+0112-0127,U+012A-0167,U+016A-019F,U+01A2-01AE,U+01B1-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EFA-1EFF,U+2020,U+20A0-20AA,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

/** The other Latin letters of the fonts of a design. */
export const LATIN_FACES: readonly FaceSource[] = [
  ...listFaces('Anton', [
    [antonLatinExt, NOT_VIETNAMESE],
    [antonVietnamese, VIETNAMESE],
  ]),
  ...listFaces('Bebas Neue', [[bebasLatinExt, LATIN_EXT]]),
  { family: 'Teko', url: tekoLatinExt, range: LATIN_EXT, weights: '300 700' },
  ...listFaces('Paytone One', [
    [paytoneLatinExt, NOT_VIETNAMESE],
    [paytoneVietnamese, VIETNAMESE],
  ]),
  ...listFaces('Alfa Slab One', [
    [alfaLatinExt, NOT_VIETNAMESE],
    [alfaVietnamese, VIETNAMESE],
  ]),
];
