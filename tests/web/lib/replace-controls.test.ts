import { expect, it } from 'vitest';
import { replaceControls } from '../../../web/src/lib/replace-controls.ts';

it.each([
  ['a line break of PowerPoint', 'Big\u000bnews', 'Big news'],
  ['a cell of a table', 'Big\tnews', 'Big news'],
  ['other control characters', '\u0000Big\u0085news\u007f', ' Big news '],
  ['a line break', 'Big\nnews', 'Big\nnews'],
  ['a text without any', 'Großes ✨ ニュース', 'Großes ✨ ニュース'],
])(
  'a control character of a pasted text becomes a blank, and a line break stays: %s',
  (_kind, text, kept) => {
    expect(replaceControls(text)).toBe(kept);
  },
);
