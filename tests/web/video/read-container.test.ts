import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { explainProblem } from '../../../web/src/video/explain-problem.ts';
import { readContainer } from '../../../web/src/video/read-container.ts';

const VIDEOS = join(import.meta.dirname, '../../support/videos');

const load = async (name: string, part = 1) => {
  const bytes = await readFile(join(VIDEOS, name));
  return new File([bytes.subarray(0, Math.floor(bytes.length * part))], name);
};

const round = (times: Iterable<number> = []) => [...times].map((time) => Number(time.toFixed(3)));

async function read(name: string) {
  const { frames, keyframes, ...rest } = (await readContainer(await load(name))) ?? {};
  return { ...rest, frames: round(frames), keyframes: round(keyframes) };
}

it('reads the times of the frames and the keyframes of an MP4', async () => {
  const steady = Array.from({ length: 20 }, (_, index) => index / 10);

  expect(await read('steady.mp4')).toEqual({
    hasPicture: true,
    codec: 'H.264',
    rotation: 0,
    frames: steady,
    keyframes: [0, 0.5, 1, 1.5],
  });
});

it('reads the frames of a variable rate', async () => {
  const shown = [0, 5, 7, 10, 14, 15, 20, 21, 25, 28].map((frame) => Number((frame / 30).toFixed(3)));

  expect((await read('uneven.mp4')).frames).toEqual(shown);
});

it('reads the angle of a clip from a phone', async () => {
  expect((await read('rotated.mov')).rotation).toBe(270);
});

it('reads the index of a video of two hours', async () => {
  const { frames, keyframes } = await read('two-hours.mp4');

  expect([frames.length, frames.at(-1), keyframes.length]).toEqual([120, 7_140, 30]);
});

it('reads the codec and the keyframes of a WebM', async () => {
  expect(await read('uneven.webm')).toEqual({ hasPicture: true, codec: 'VP9', frames: [], keyframes: [0] });
});

it.each([
  ['hevc.mp4', 1, 'is encoded with HEVC (H.265), and this browser cannot show it.'],
  ['sound.mp4', 1, 'has sound, but no picture.'],
  ['steady.mp4', 0.5, 'is incomplete: its end is missing.'],
  ['steady.mp4', 0, 'is empty.'],
  ['make-videos.sh', 1, 'is not a video that this browser can open.'],
])('says why %s cannot be shown (%f of the file)', async (name, part, reason) => {
  const file = await load(name, part);

  expect(explainProblem(file, await readContainer(file))).toContain(reason);
});

it('reads no header that leads out of the file', async () => {
  const bytes = await readFile(join(VIDEOS, 'steady.mp4'));
  const start = bytes.indexOf('stss');
  bytes.writeUInt32BE(0xff_ff_ff, start + 8);
  bytes.writeUInt32BE(0xff_ff_ff, bytes.indexOf('stco') - 4);

  expect((await readContainer(new File([bytes], 'damaged.mp4')))?.hasPicture).toBe(true);
});
