import { expect, it } from 'vitest';
import type { Layer } from '#contract/design/design.ts';
import { listBelowBadge } from '../../../../web/src/features/finish/checks/check-layers.ts';
import { BADGE_AREA } from '../../../../web/src/features/finish/editor/areas.ts';
import { updateLayer } from '../../../../web/src/features/finish/editor/edit-design.ts';
import { layerBounds } from '../../../../web/src/features/finish/editor/layer-box.ts';
import { overlap } from '../../../../web/src/features/finish/editor/measure-picture.ts';
import {
  createCutoutLayer,
  createShapeLayer,
} from '../../../../web/src/features/finish/editor/new-layers.ts';
import { placeLayer } from '../../../../web/src/features/finish/editor/place-layer.ts';

const SIZES = new Map([
  ['logo', { width: 100, height: 100 }],
  ['person', { width: 600, height: 800 }],
]);
const logo = { ...createCutoutLayer('logo', true, '1'), x: 1_180, y: 620, width: 140 };
const arrow = { ...createShapeLayer('arrow', '2'), x: 1_150, y: 480, height: 300 };
const person = { ...createCutoutLayer('person', false, '3'), x: 1_100, y: 520, width: 450 };

/** Checks a layer that fills its box. */
function check(layer: Layer) {
  if (layer.kind === 'text') throw new Error('A text has its own check');
  const bounds = layerBounds(layer, SIZES);
  const frame = { x: 0, y: 0, width: 1_280, height: 720 };
  const share = overlap(bounds, BADGE_AREA) / overlap(bounds, frame);
  return listBelowBadge({ layers: [layer], crop: 0.5 }, [{ layer, bounds, share }]);
}

it('names the layer below the badge, and how much of it', () => {
  expect(check(logo)).toEqual([
    {
      layerId: '1',
      title: 'The duration badge covers “Picture”',
      detail: '99 % of it is in the lower right corner',
      fix: { label: 'Move it up', said: '“Picture” moved up.', changes: { y: 466 } },
    },
  ]);
});

it.each([
  ['a logo', logo, 'Move it up'],
  ['an arrow', arrow, 'Move it up'],
  ['a cut-out, which keeps standing on the lower edge', person, 'Move it left'],
])('moves %s off the badge with one press', (_what, layer, label) => {
  const hint = check(layer).at(0);
  const changes = hint?.fix?.changes;
  expect(hint?.fix?.label).toBe(label);
  if (typeof changes !== 'object') throw new Error('The fix moves no layer');
  const moved = updateLayer({ layers: [layer], crop: 0.5 }, layer.id, changes).layers.at(0);
  if (!moved) throw new Error('The fix removed the layer');

  expect(check(moved)).toEqual([]);
  expect(overlap(layerBounds(moved, SIZES), BADGE_AREA)).toBe(0);
});

it('accepts the place of a new cut-out on the right, whose foot is below the badge', () => {
  const faces = [{ x: 0, y: 0, width: 640, height: 720 }];
  const placed = placeLayer(createCutoutLayer('person'), { layers: [], cutouts: SIZES, faces });

  expect(placed.x).toBeGreaterThan(640);
  expect(check(placed)).toEqual([]);
});
