import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignLayer } from '../../../../web/src/features/finish/editor/layer-box.ts';
import { rotate } from '../../../../web/src/lib/render/layer-place.ts';
import { createCutoutLayer, createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import {
  listHandles,
  resizeLayer,
  rotationTowards,
} from '../../../../web/src/features/finish/canvas/resize.ts';
import { snap } from '../../../../web/src/features/finish/canvas/snap.ts';

const text = { ...createTextLayer('text'), x: 600, y: 300, width: 400, size: 100 };
const SIZE = { width: 400, height: 200 };

describe('a handle', () => {
  it('on a corner scales the text and keeps the opposite corner', () => {
    expect(resizeLayer(text, SIZE, { x: 1, y: 1 }, { x: 1_000, y: 500 })).toEqual({
      x: 700,
      y: 350,
      width: 600,
      size: 150,
    });
  });

  it('on a side changes only where the text wraps', () => {
    expect(resizeLayer(text, SIZE, { x: -1, y: 0 }, { x: 300, y: 900 })).toEqual({
      x: 550,
      y: 300,
      width: 500,
    });
  });

  it('stops where the text would be too small or too large', () => {
    expect(resizeLayer(text, SIZE, { x: 1, y: 1 }, { x: -5_000, y: -5_000 })).toMatchObject({
      width: 64,
      size: 16,
    });
    expect(resizeLayer(text, SIZE, { x: 1, y: 1 }, { x: 9_000, y: 9_000 })).toMatchObject({
      width: 1_600,
      size: 400,
    });
  });

  it('exists on the corners of every layer, and on the sides of a text', () => {
    expect(listHandles(text)).toHaveLength(6);
    expect(listHandles(createCutoutLayer('image'))).toHaveLength(4);
  });

  it('keeps the opposite corner at any rotation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -180, max: 180 }),
        fc.record({ x: fc.integer({ min: -200, max: 1_500 }), y: fc.integer({ min: -200, max: 900 }) }),
        fc.constantFrom(...listHandles(text)),
        (rotation, to, handle) => {
          const layer = { ...text, rotation };
          const resized = { ...layer, ...resizeLayer(layer, SIZE, handle, to) };
          const factor = resized.width / layer.width;
          const corner = ({ x, y }: { x: number; y: number }, scale: number) => {
            const half = rotate(
              { x: (-handle.x * SIZE.width) / 2, y: (-handle.y * SIZE.height) / 2 },
              rotation,
            );
            return { x: x + half.x * scale, y: y + half.y * scale };
          };
          const [before, after] = [corner(layer, 1), corner(resized, factor)];

          expect(after.x).toBeCloseTo(before.x, 6);
          expect(after.y).toBeCloseTo(before.y, 6);
        },
      ),
    );
  });
});

describe('the rotation', () => {
  const center = { x: 600, y: 300 };

  it('follows the pointer, and prefers right angles', () => {
    expect(rotationTowards(center, { x: 600, y: 0 }, false)).toBe(0);
    expect(rotationTowards(center, { x: 900, y: 310 }, false)).toBe(90);
    expect(rotationTowards(center, { x: 900, y: 0 }, false)).toBeCloseTo(45);
  });

  it('goes in steps of 15 degrees with Shift', () => {
    expect(rotationTowards(center, { x: 900, y: 20 }, true)).toBe(45);
  });
});

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
