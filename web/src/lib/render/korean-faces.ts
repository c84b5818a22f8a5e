import ranges from '@fontsource/black-han-sans/unicode.json';
import { listSlices } from './list-slices.ts';

/** The files of the Korean font. A file has some 30 of the 2,600 letters, so a text loads only a few files. */
export const KOREAN_FACES = listSlices(
  'Black Han Sans',
  ranges,
  import.meta.glob<string>(
    '../../../../node_modules/@fontsource/black-han-sans/files/black-han-sans-{[0-9]*,latin}-400-normal.woff2',
    { query: '?url', import: 'default', eager: true },
  ),
);
