import { describe, expect, it } from 'vitest';
import { alignLayer } from '../../../../web/src/features/finish/model/design/layer-box.ts';
import { createCutoutLayer } from '../../../../web/src/features/finish/model/design/new-layers.ts';
import { snap } from '../../../../web/src/features/finish/model/design/snap.ts';

const box = (x: number, y: number) => ({ x, y, width: 200, height: 100 });

describe('a layer that is dragged', () => {
  it.each([
    ['the left and upper edge', box(5, -3), { x: 0, y: 0 }, { x: 0, y: 0 }],
    ['the right and lower edge', box(1_075, 626), { x: 1_280, y: 720 }, { x: 1_080, y: 620 }],
    ['the center', box(545, 305), { x: 640, y: 360 }, { x: 540, y: 310 }],
    ['the thirds', box(1_280 / 3 + 4, 480 + 4), { x: 1_280 / 3, y: 480 }, { x: 1_280 / 3, y: 480 }],
  ])('snaps to %s of the frame', (_name, moved, guides, to) => {
    const snapped = snap(moved, []);

    expect(snapped.guides).toEqual(guides);
    expect(moved.x + snapped.offset.x).toBeCloseTo(to.x);
    expect(moved.y + snapped.offset.y).toBeCloseTo(to.y);
  });

  it('snaps to the edges and the center of another layer', () => {
    const other = { x: 300, y: 200, width: 400, height: 60 };

    expect(snap(box(304, 555), [other])).toEqual({ offset: { x: -4, y: 0 }, guides: { x: 300 } });
    expect(snap(box(394, 555), [other]).offset.x).toBe(6);
  });

  it('stays where it is when no line is near', () => {
    expect(snap(box(250, 150), [])).toEqual({ offset: { x: 0, y: 0 }, guides: {} });
  });
});

it.each([
  ['left', { x: 16 + 260 }],
  ['center', { x: 640 }],
  ['right', { x: 1_280 - 16 - 260 }],
  ['top', { y: 16 + 130 }],
  ['middle', { y: 360 }],
  ['bottom', { y: 720 - 16 - 130 }],
] as const)(
  'a layer is aligned to the %s of the frame, where its letters would not be cut off',
  (edge, place) => {
    const layer = createCutoutLayer('image'); // 520 pixels wide.
    const sizes = new Map([['image', { width: 1_000, height: 500 }]]);

    expect(alignLayer(layer, edge, sizes)).toEqual(place);
  },
);
