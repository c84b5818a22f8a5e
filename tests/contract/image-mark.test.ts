import { expect, it } from 'vitest';
import {
  findDesignMark,
  findImageMark,
  listShownCutouts,
  type CutoutKind,
} from '../../contract/image-mark.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../support/designs.ts';

const { cutoutId } = CUTOUT_LAYER;
const CUTOUT = new Map<string, CutoutKind>([[cutoutId, 'cutout']]);
const PICTURE = new Map<string, CutoutKind>([[cutoutId, 'picture']]);
const SHOWN = [TEXT_LAYER, CUTOUT_LAYER];
const image = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b11';

it.each([
  ['nothing else', { layers: [] }, CUTOUT, 'none', 'composite', 'generated'],
  ['a text', { layers: [TEXT_LAYER] }, CUTOUT, 'none', 'composite', 'generated'],
  ['an edit', { layers: [], image }, CUTOUT, 'composite', 'composite', 'generated'],
  ['a cut-out', { layers: SHOWN }, CUTOUT, 'composite', 'composite', 'composite'],
  ['a cut-out on an edit', { layers: SHOWN, image }, CUTOUT, 'composite', 'composite', 'composite'],
  ['a picture', { layers: SHOWN }, PICTURE, 'none', 'composite', 'composite'],
  ['a picture on an edit', { layers: SHOWN, image }, PICTURE, 'composite', 'composite', 'composite'],
  [
    'a picture that its layer takes for a cut-out',
    { layers: [{ ...CUTOUT_LAYER, isPicture: true }] },
    CUTOUT,
    ...(['composite', 'composite', 'composite'] as const),
  ],
  ['a deleted cut-out', { layers: SHOWN }, new Map(), 'none', 'composite', 'generated'],
  [
    'a hidden cut-out',
    { layers: [{ ...CUTOUT_LAYER, hidden: true }] },
    CUTOUT,
    'none',
    'composite',
    'generated',
  ],
  [
    'a transparent cut-out',
    { layers: [{ ...CUTOUT_LAYER, opacity: 0 }] },
    CUTOUT,
    'none',
    'composite',
    'generated',
  ],
] as const)('marks a design with %s', (_, design, kinds, photo, editedPhoto, generated) => {
  const find = (model: string) => findDesignMark(model, { ...design, layers: [...design.layers] }, kinds);

  expect([find('photo'), find('edited-photo'), find('core')]).toEqual([photo, editedPhoto, generated]);
});

it('marks an image without a design', () => {
  const models = ['photo', 'edited-photo', 'core'];

  expect(models.map((model) => findImageMark({ model }))).toEqual(['none', 'composite', 'generated']);
  expect(models.map((model) => findImageMark({ model, isEdited: true }))).toEqual([
    'composite',
    'composite',
    'generated',
  ]);
});

it('lists each cut-out that is drawn', () => {
  expect(listShownCutouts({ layers: [...SHOWN, { ...CUTOUT_LAYER, hidden: true }] })).toEqual([cutoutId]);
});
