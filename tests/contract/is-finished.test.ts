import { expect, it } from 'vitest';
import { isFinished } from '#contract/design/is-finished.ts';
import type { Design } from '#contract/design/design.ts';
import { CUTOUT_LAYER, SHAPE_LAYER, TEXT_LAYER } from '../support/designs.ts';

const EMPTY: Design = { layers: [], crop: 0.5 };

it.each<[boolean, string, Partial<Design>]>([
  [false, 'without changes', {}],
  [false, 'with only a hidden layer', { layers: [{ ...SHAPE_LAYER, hidden: true }] }],
  [false, 'with only an empty place', { layers: [{ ...CUTOUT_LAYER, slot: true, empty: true }] }],
  [true, 'with a person in a place', { layers: [{ ...CUTOUT_LAYER, slot: true }] }],
  [false, 'that only chooses a version', { image: SHAPE_LAYER.id }],
  [false, 'with only an empty text', { layers: [{ ...TEXT_LAYER, text: ' \n' }] }],
  [
    false,
    'whose only text has the words of a new text',
    { layers: [{ ...TEXT_LAYER, text: 'YOUR HEADLINE' }] },
  ],
  [
    false,
    'whose headline is empty beside the other layers of a series',
    { layers: [SHAPE_LAYER, { ...TEXT_LAYER, text: '' }, { ...TEXT_LAYER, text: 'EPISODE 2', size: 60 }] },
  ],
  [false, 'with an empty headline on another crop', { layers: [{ ...TEXT_LAYER, text: '' }], crop: 0.4 }],
  [
    true,
    'with a headline beside a second line that has no words of the creator',
    { layers: [TEXT_LAYER, { ...TEXT_LAYER, text: 'SECOND LINE', size: 60 }] },
  ],
  [
    true,
    'with a shape beside a hidden empty text',
    { layers: [SHAPE_LAYER, { ...TEXT_LAYER, text: '', hidden: true }] },
  ],
  [true, 'with a visible layer', { layers: [SHAPE_LAYER] }],
  [true, 'with another crop', { crop: 0.4 }],
  [true, 'with a mirrored image', { adjustments: { flipped: true } }],
  [true, 'with a zoom', { adjustments: { zoom: 1.2, offset: 0.2 } }],
  [true, 'with a tone', { adjustments: { brightness: -0.1 } }],
])('it is %s that a design %s finishes its thumbnail', (finished, _, changes) => {
  expect(isFinished({ ...EMPTY, ...changes })).toBe(finished);
});
