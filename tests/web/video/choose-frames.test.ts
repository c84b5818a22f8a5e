import { expect, it } from 'vitest';
import { chooseFrames, planSamples } from '../../../web/src/video/choose-frames.ts';
import { compareFrames, measureFrame } from '../../../web/src/video/measure-frame.ts';

const [WIDTH, HEIGHT] = [32, 18];

/** Paints a frame. `paint` returns the red, green and blue of a pixel. */
function paintFrame(paint: (x: number, y: number) => readonly [number, number, number]) {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    data.set([...paint(pixel % WIDTH, Math.floor(pixel / WIDTH)), 255], pixel * 4);
  }
  return measureFrame({ width: WIDTH, height: HEIGHT, data });
}

const BLACK = paintFrame(() => [0, 0, 0]);
/** Stripes of a color, which begin at a column. Wide stripes have fewer edges: they look blurred. */
const paintStripes = (color: number, width = 1, start = 0) =>
  paintFrame((x) => (Math.floor((x + start) / width) % 2 ? [255 - color, color, 128] : [color, 40, 40]));

it('measures the sharpness, the brightness and the contrast of a frame', () => {
  const fine = paintStripes(200);
  const coarse = paintStripes(200, 8);

  expect([BLACK.sharpness, BLACK.brightness, BLACK.contrast]).toEqual([0, 0, 0]);
  expect(fine.sharpness).toBeGreaterThan(coarse.sharpness * 2);
  expect(fine.brightness).toBeCloseTo(coarse.brightness, 3);
});

it('tells another expression from the same frame', () => {
  const face = paintFrame((x, y) => (x > 20 && y > 9 ? [220, 180, 150] : [90, 120, 200]));
  const shocked = paintFrame((x, y) => {
    if (x > 24 && x < 28 && y > 12 && y < 16) return [60, 20, 20];
    return x > 20 && y > 9 ? [220, 180, 150] : [90, 120, 200];
  });

  expect(compareFrames(face, face)).toBe(0);
  expect(compareFrames(face, shocked)).toBeGreaterThan(0.01);
  expect(
    compareFrames(
      BLACK,
      paintFrame(() => [255, 255, 255]),
    ),
  ).toBe(1);
});

it('looks at each twelfth of the video once before it looks at one twice', () => {
  const samples = planSamples(3_600);

  expect(samples.map(({ part }) => part)).toEqual([0, 1, 2].flatMap(() => [...Array(12).keys()]));
  expect(samples.slice(0, 12).map(({ time }) => time)).toEqual(
    [...Array(12).keys()].map((part) => part * 300 + 150),
  );
  expect(samples.every(({ time, part }) => Math.floor(time / 300) === part)).toBe(true);
});

it('looks at keyframes, because a seek to another frame decodes all frames since the last keyframe', () => {
  const keyframes = Array.from({ length: 360 }, (_, index) => index * 10);

  expect(planSamples(3_600, keyframes).every(({ time }) => keyframes.includes(time))).toBe(true);
});

it('looks at the planned times if a video has few keyframes', () => {
  expect(planSamples(3_600, [99_999])).toEqual(planSamples(3_600));
});

it('prefers the sharp and bright frame of each part, and leaves black frames out', () => {
  const frames = Array.from({ length: 12 }, (_, part) => [
    { time: part * 10, part, measures: BLACK },
    { time: part * 10 + 3, part, measures: paintStripes(20 * part + 10, 8, part) },
    { time: part * 10 + 6, part, measures: paintStripes(20 * part + 10) },
  ]).flat();

  expect(chooseFrames(frames).map(({ time }) => time)).toEqual(
    Array.from({ length: 12 }, (_, part) => part * 10 + 6),
  );
});

it('replaces a frame that looks like another one by a second frame of another part', () => {
  const same = paintStripes(100);
  const frames = [
    { time: 0, part: 0, measures: same },
    { time: 10, part: 1, measures: same },
    { time: 20, part: 2, measures: paintStripes(20) },
    { time: 24, part: 2, measures: paintStripes(240) },
  ];

  expect(chooseFrames(frames).map(({ time }) => time)).toEqual([0, 20, 24]);
});

it('offers one frame of a video that is black', () => {
  expect(
    chooseFrames([
      { time: 0, part: 0, measures: BLACK },
      { time: 1, part: 1, measures: BLACK },
    ]).map(({ time }) => time),
  ).toEqual([0]);
});
