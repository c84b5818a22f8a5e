import { expect, it } from 'vitest';
import {
  findDesignSource,
  findOriginalSource,
} from '../../../../functions/thumbnails/photos/image-source.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../../../support/designs.ts';

const TEXT = { layers: [TEXT_LAYER] };
const EDIT = { layers: [TEXT_LAYER], image: '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b11' };
const CUTOUT = { layers: [CUTOUT_LAYER] };
const PICTURE = { layers: [{ ...CUTOUT_LAYER, isPicture: true as const }] };

it.each([
  ['photo', 'none', 'none', 'composite', 'composite', 'none'],
  ['edited-photo', 'composite', 'composite', 'composite', 'composite', 'composite'],
  ['first', 'generated', 'generated', 'generated', 'composite', 'composite'],
])(
  'a thumbnail of %s is %s; with a text %s, with an edit %s, with a cut-out %s, with a picture %s',
  (model, original, ...drawn) => {
    expect(findOriginalSource({ model })).toBe(original);
    expect([TEXT, EDIT, CUTOUT, PICTURE].map((design) => findDesignSource({ model }, design))).toEqual(drawn);
  },
);
