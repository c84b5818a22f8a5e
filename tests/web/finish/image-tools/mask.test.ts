import { describe, expect, it } from 'vitest';
import { decodeMask } from '../../../../functions/images/pixels/mask-png.ts';
import { encodeMask } from '../../../../web/src/features/finish/image-tools/encode-mask.ts';
import {
  addStroke,
  canUndo,
  clearMask,
  type Mask,
  rasterize,
  undoStroke,
} from '../../../../web/src/features/finish/image-tools/mask.ts';
import type { Stroke } from '../../../../web/src/features/finish/image-tools/mask.ts';

const box = (x: number, y: number, right: number, bottom: number, removes = false): Stroke => ({
  kind: 'box',
  removes,
  points: [
    { x, y },
    { x: right, y: bottom },
  ],
});
const EMPTY_MASK: Mask = { strokes: [], cleared: [] };
const mask = (...strokes: Stroke[]) => strokes.reduce(addStroke, EMPTY_MASK);

/** A line for each row: `#` changes. */
const draw = (strokes: Stroke[], size = { width: 8, height: 4 }): string[] => {
  const pixels = rasterize(mask(...strokes), size);
  return Array.from({ length: size.height }, (_, y) =>
    Array.from({ length: size.width }, (_column, x) => (pixels[y * size.width + x] === 255 ? '#' : '.')).join(
      '',
    ),
  );
};

describe('the painted pixels', () => {
  it('fill a box, whichever of its corners comes first', () => {
    const expected = ['........', '.###....', '.###....', '........'];

    expect(draw([box(1, 1, 4, 3)])).toEqual(expected);
    expect(draw([box(4, 3, 1, 1)])).toEqual(expected);
  });

  it('are cut off at the edges of the image', () => {
    expect(draw([box(-5, -5, 2, 1), box(6, 3, 50, 50)])).toEqual([
      '##......',
      '........',
      '........',
      '......##',
    ]);
  });

  it('are around each point of a brush and between two points', () => {
    const points = [
      { x: 2, y: 3 },
      { x: 6, y: 3 },
    ];

    expect(draw([{ kind: 'brush', removes: false, radius: 2, points }], { width: 8, height: 6 })).toEqual([
      '........',
      '.######.',
      '########',
      '########',
      '.######.',
      '........',
    ]);
  });

  it('are inside a lasso', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 8, y: 0 },
      { x: 0, y: 4 },
    ];

    expect(draw([{ kind: 'lasso', removes: false, points }])).toEqual([
      '#######.',
      '#####...',
      '###.....',
      '#.......',
    ]);
  });

  it('become fewer where a stroke removes, and the others by an inversion', () => {
    const strokes = [box(0, 0, 8, 2), box(2, 0, 4, 4, true)];

    expect(draw(strokes)).toEqual(['##..####', '##..####', '........', '........']);
    expect(draw([...strokes, { kind: 'invert' }])).toEqual(['..##....', '..##....', '########', '########']);
  });
});

describe('undo', () => {
  it('takes back one stroke, and a clearing of all', () => {
    const [first, second] = [box(0, 0, 1, 1), box(2, 2, 3, 3)];
    const painted = mask(first, second);

    expect(undoStroke(painted)).toEqual(mask(first));
    expect(clearMask(painted).strokes).toEqual([]);
    expect(undoStroke(clearMask(painted))).toEqual(painted);
    expect([canUndo(EMPTY_MASK), canUndo(painted), canUndo(clearMask(painted))]).toEqual([false, true, true]);
  });
});

describe('the PNG of a mask', () => {
  const size = { width: 1_344, height: 768 };

  it('is what the server reads', async () => {
    const pixels = rasterize(
      mask(
        {
          kind: 'brush',
          removes: false,
          radius: 24,
          points: [
            { x: 0, y: 0 },
            { x: 900, y: 500 },
          ],
        },
        box(1_000, 700, 2_000, 2_000),
        { kind: 'invert' },
      ),
      size,
    );
    const png = await encodeMask(pixels, size);

    const read = decodeMask(Uint8Array.from(atob(png), (char) => char.charCodeAt(0)));
    expect({ width: read.width, height: read.height }).toEqual(size);
    expect(read.pixels.every((value, at) => value === pixels[at])).toBe(true);
  });

  it('is refused before it is sent when the server would refuse it', async () => {
    let seed = 1;
    const noise = Uint8Array.from({ length: size.width * size.height }, () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed > 2 ** 31 ? 255 : 0;
    });

    await expect(encodeMask(noise, size)).rejects.toThrow('The painted area has too many details.');
  });
});
