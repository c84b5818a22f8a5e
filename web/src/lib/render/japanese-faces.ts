import ranges from '@fontsource/dela-gothic-one/unicode.json';
import { listSlices } from './list-slices.ts';

/** The files of the Japanese font. A file has some 60 of the 6,400 letters, so a text loads only a few files. */
export const JAPANESE_FACES = listSlices(
  'Dela Gothic One',
  ranges,
  import.meta.glob<string>(
    '../../../../node_modules/@fontsource/dela-gothic-one/files/dela-gothic-one-{[0-9]*,latin}-400-normal.woff2',
    { query: '?url', import: 'default', eager: true },
  ),
);
