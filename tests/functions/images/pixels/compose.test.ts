import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePreview } from '../../../../functions/images/pixels/codecs.ts';
import { keepBase, type Pixels, restoreBase } from '../../../../functions/images/pixels/compose.ts';
import { readWebpSize } from '../../../support/image-metadata.ts';
import { type Area, rectangle } from '../../../support/masks.ts';
import { png as pngHeader } from '../../support/models.ts';

/** Renders a white PNG of this size. @param drawing SVG on it. */
function renderPng(width: number, height: number, drawing = ''): Uint8Array {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="white"/>${drawing}
  </svg>`;
  return new Resvg(svg).render().asPng();
}

/** It compresses worse than any thumbnail. In half the size of the models' images, it is drawn in a quarter of the time. */
const NOISE = `<filter id="noise"><feTurbulence baseFrequency="0.04" numOctaves="4" seed="7"/></filter>
  <rect width="100%" height="100%" filter="url(#noise)"/>`;

describe('the preview of an image', () => {
  it.each([
    ['1344 x 768, as the models make it', 1_344, 768, { width: 480, height: 274 }],
    ['1280 x 720', 1_280, 720, { width: 480, height: 270 }],
    ['a narrow image', 640, 1_536, { width: 480, height: 1_152 }],
    ['a smaller image, which is not enlarged', 320, 180, { width: 320, height: 180 }],
    ['an image whose preview would have less than one row', 1_536, 1, { width: 480, height: 1 }],
  ])('is a WebP of 480 px in the ratio of the image: %s', async (_, width, height, expected) => {
    const preview = Buffer.from(await encodePreview(renderPng(width, height)));

    expect(readWebpSize(preview)).toEqual(expected);
  });

  it('has less than 50 kB, of which four fit into the budget of the home page', async () => {
    expect((await encodePreview(renderPng(672, 384, NOISE))).byteLength).toBeLessThan(50_000);
  });

  it.each([
    ['is cut off', () => renderPng(320, 180).slice(0, 500)],
    ['has a header only', pngHeader],
    ['is no PNG', () => new TextEncoder().encode('<html>')],
  ])('is refused when the image %s, and the next image is encoded', async (_, create) => {
    await expect(encodePreview(create())).rejects.toThrow();

    expect((await encodePreview(renderPng(320, 180))).byteLength).toBeGreaterThan(100);
  });
});

const [WIDTH, HEIGHT] = [120, 80];

type Color = (x: number, y: number) => readonly number[];

function paint(color: Color, width = WIDTH, height = HEIGHT): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    data.set(color(at % width, Math.floor(at / width)), at * 4);
  }
  return { data, width, height };
}

const createMask = (area: Area) =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    area(at % WIDTH, Math.floor(at / WIDTH)) ? 255 : 0,
  );

const readPixel = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

type Place = readonly [x: number, y: number];

const PLACES: readonly Place[] = Array.from(
  { length: WIDTH * HEIGHT },
  (_, at) => [at % WIDTH, Math.floor(at / WIDTH)] as const,
);

const differFrom =
  (expected: Pixels, actual: Pixels) =>
  ([x, y]: Place) =>
    readPixel(expected, x, y).join() !== readPixel(actual, x, y).join();

/** The distance of a pixel to the nearest one of the area, computed the slow way. */
function distanceTo(area: readonly Place[], x: number, y: number): number {
  return area.reduce(
    (nearest, [column, row]) => Math.min(nearest, Math.hypot(column - x, row - y)),
    Infinity,
  );
}

const base = paint((x, y) => [x, y * 2, (x * y) % 251, 255 - (x % 3)]);
const result = paint((x, y) => [255 - x, 200 - y, 17, 255]);

describe('an edit with a mask', () => {
  it.each<[string, Area]>([
    ['in the middle', rectangle(50, 30, 70, 40)],
    ['of one pixel', rectangle(60, 40, 61, 41)],
    ['at the left edge', rectangle(0, 20, 10, 50)],
    ['at the right edge', rectangle(112, 20, 120, 50)],
    ['in a corner', rectangle(0, 0, 5, 5)],
    ['in the opposite corner', rectangle(115, 75, 120, 80)],
    ['in two parts', (x, y) => rectangle(0, 0, 8, 8)(x, y) || rectangle(90, 60, 95, 70)(x, y)],
    ['along a diagonal', (x, y) => x === y],
  ])('%s changes every pixel in its area, and no pixel farther than 20 px away', (_, area) => {
    const composed = keepBase(base, result, createMask(area));

    const inside = PLACES.filter(([x, y]) => area(x, y));
    const outside = PLACES.filter(([x, y]) => distanceTo(inside, x, y) > 20);
    expect(inside.filter(differFrom(result, composed))).toEqual([]);
    expect(outside.filter(differFrom(base, composed))).toEqual([]);
    expect(outside.length).toBeGreaterThan(0);
  });

  it('fades out alike on all sides', () => {
    const black = paint(() => [0, 0, 0, 255]);
    const white = paint(() => [255, 255, 255, 255]);

    const composed = keepBase(black, white, createMask(rectangle(60, 40, 61, 41)));

    const lights = [-10, 10].flatMap((step) => [
      readPixel(composed, 60 + step, 40)[0],
      readPixel(composed, 60, 40 + step)[0],
    ]);
    // Ten pixels away, of 5 with all of the result and 18.5 with a part of it.
    expect(lights).toEqual(Array(4).fill(161));
  });

  it('of the whole image takes the whole result', () => {
    expect(
      keepBase(
        base,
        result,
        createMask(() => true),
      ).data,
    ).toEqual(result.data);
  });

  it('has no hard edge', () => {
    const [black, white] = [paint(() => [0, 0, 0, 255]), paint(() => [255, 255, 255, 255])];

    const { data } = keepBase(black, white, createMask(rectangle(0, 0, 40, HEIGHT)));

    const row = Array.from({ length: WIDTH }, (_, x) => data[x * 4] ?? 0);
    const steps = row.slice(1).map((value, index) => Math.abs(value - (row[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(30);
  });
});

describe('an edit without a mask', () => {
  it('keeps the pixels that only the encoding has changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const noise = (x: number, y: number, channel: number) =>
          ((seed + x * 7919 + y * 104_729 + channel * 31) % 13) - 6;
        const painted = rectangle(40, 20, 60, 50);
        const encoded = paint((x, y) =>
          painted(x, y)
            ? [250, 10, 10, 255]
            : readPixel(base, x, y).map((value, channel) => value + noise(x, y, channel)),
        );

        const composed = keepBase(base, encoded, undefined);

        expect(readPixel(composed, 50, 35)).toEqual([250, 10, 10, 255]);
        for (const [x, y] of [
          [5, 5],
          [20, 70],
          [90, 35],
          [110, 10],
        ] as const) {
          expect(readPixel(composed, x, y)).toEqual(readPixel(base, x, y));
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe('an extended image', () => {
  it('has the base, unchanged, at its place', () => {
    const small = paint((x, y) => [x, y, 3, 255], 20, 10);

    const extended = restoreBase(small, result, 30, 40);

    const expected = PLACES.flatMap(([x, y]) =>
      rectangle(30, 40, 50, 50)(x, y) ? readPixel(small, x - 30, y - 40) : readPixel(result, x, y),
    );
    expect([...extended.data]).toEqual(expected);
  });
});
