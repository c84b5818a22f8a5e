import { expect, it } from 'vitest';
import { decode, encode, loadCodecs } from '../../../../functions/images/pixels/codecs.ts';
import type { Pixels } from '../../../../functions/images/pixels/compose.ts';
import { UnusableImageError } from '../../../../functions/images/pixels/mask-png.ts';
import { runTask, type PixelTask } from '../../../../functions/images/pixels/run-task.ts';
import { createPhoto } from '../../../support/photos.ts';

type Color = readonly [red: number, green: number, blue: number];

const GREY: Color = [90, 90, 90];
const RED: Color = [200, 30, 20];
const BLUE: Color = [10, 40, 220];

/** An image whose left half may have another color than its right half. */
async function makePng(width: number, height: number, left: Color, right = left): Promise<Uint8Array> {
  const colors = Array.from({ length: width * height }, (_, at) => [
    ...(at % width < width / 2 ? left : right),
    255,
  ]);
  await loadCodecs();
  return new Uint8Array(await encode({ data: Uint8ClampedArray.from(colors.flat()), width, height }));
}

const run = async (task: PixelTask) => decode(new Uint8Array(await runTask(task)));
const colorAt = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];

it.each([
  [120, 80],
  [240, 160],
  [60, 40],
  [121, 80],
  [120, 84],
  [118, 79],
])(
  'an extended image of 120 x 80 has its own size and the base at its place when the service answers with %d x %d',
  async (width, height) => {
    const base = await makePng(60, 40, GREY);
    const result = await makePng(width, height, RED, BLUE);

    const image = await run({ kind: 'extend', base, result, left: 20, up: 10, width: 120, height: 80 });

    expect([image.width, image.height]).toEqual([120, 80]);
    const places = [
      [5, 5],
      [20, 10],
      [79, 49],
      [80, 50],
      [115, 75],
    ] as const;
    expect(places.map(([x, y]) => colorAt(image, x, y))).toEqual([RED, GREY, GREY, BLUE, BLUE]);
  },
);

it.each([1, 2, 0.5])(
  'an edited image keeps the size of the base when the service answers with %f times that size',
  async (factor) => {
    const base = await makePng(120, 80, GREY);
    const result = await makePng(120 * factor, 80 * factor, RED, BLUE);
    const mask = Uint8Array.from({ length: 120 * 80 }, (_, at) => (at % 120 < 20 ? 255 : 0));

    const masked = await run({ kind: 'keep', base, result, mask });
    const named = await run({ kind: 'keep', base, result, mask: undefined });

    expect([masked, named].map(({ width, height }) => [width, height])).toEqual([
      [120, 80],
      [120, 80],
    ]);
    expect([colorAt(masked, 5, 40), colorAt(masked, 100, 40)]).toEqual([RED, GREY]);
    expect([colorAt(named, 5, 40), colorAt(named, 115, 40)]).toEqual([RED, BLUE]);
  },
);

it('a scaled image has the size that was asked for', async () => {
  const image = await run({ kind: 'scale', base: await makePng(120, 80, RED, BLUE), width: 60, height: 40 });

  expect([image.width, image.height]).toEqual([60, 40]);
  expect([colorAt(image, 5, 20), colorAt(image, 55, 20)]).toEqual([RED, BLUE]);
});

it('a photo becomes a PNG of its size with its pixels', async () => {
  const image = await run({ kind: 'photo', jpeg: createPhoto(400, 320), orientation: 1 });

  expect([image.width, image.height]).toEqual([400, 320]);
  const [dark = 0] = colorAt(image, 50, 100);
  const [light = 0] = colorAt(image, 350, 100);
  expect([Math.round(dark / 10), Math.round(light / 10)]).toEqual([4, 22]);
});

it('a photo that cannot be decoded is refused with the reason', async () => {
  const damaged = createPhoto(400, 320).fill(0xff, 700, 900);

  await expect(runTask({ kind: 'photo', jpeg: damaged, orientation: 1 })).rejects.toThrow(
    new UnusableImageError('the JPEG is damaged'),
  );
});
