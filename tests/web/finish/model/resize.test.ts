import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rotate } from '../../../../web/src/features/finish/model/design/layer-box.ts';
import {
  createCutoutLayer,
  createTextLayer,
} from '../../../../web/src/features/finish/model/design/new-layers.ts';
import {
  handlesOf,
  resizeLayer,
  rotationTowards,
} from '../../../../web/src/features/finish/model/design/resize.ts';

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
    expect(handlesOf(text)).toHaveLength(6);
    expect(handlesOf(createCutoutLayer('image'))).toHaveLength(4);
  });

  it('keeps the opposite corner at any rotation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -180, max: 180 }),
        fc.record({ x: fc.integer({ min: -200, max: 1_500 }), y: fc.integer({ min: -200, max: 900 }) }),
        fc.constantFrom(...handlesOf(text)),
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
