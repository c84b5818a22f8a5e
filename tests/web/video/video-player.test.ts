import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Container } from '../../../web/src/video/container.ts';
import { openVideo } from '../../../web/src/video/open-video.ts';
import type { ShownFrame } from '../../../web/src/video/video-player.ts';
import { VideoPlayer } from '../../../web/src/video/video-player.ts';

const FILE = new File(['x'], 'long.mp4');
const CONTAINER = { hasPicture: true, keyframes: [0, 4, 8, 12] };

/** The times of all seeks. A seek ends when the test calls its function. */
let seeks: number[];
/** Shows the frame of the last seek, as a browser does before it ends the seek. A hidden page is not told of it. */
let paint: (isHidden?: boolean) => void;
/** Dispatches the event that ends a seek. */
let dispatchSeeked: (ms: number) => void;
/** The units in which the browser counts the times of frames. */
let unitsPerSecond: number;
/** The length of the video. Infinity if its file does not say it. */
let duration: number;

beforeEach(() => {
  seeks = [];
  unitsPerSecond = 1e6;
  duration = 16;
  let current = 0;
  let painted = 0;
  let callbacks: (() => void)[] = [];
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:video');
  const video = document.createElement('video');
  Object.defineProperties(video, {
    src: {
      set: () => {
        queueMicrotask(() => video.dispatchEvent(new Event('loadedmetadata')));
      },
    },
    duration: { get: () => duration },
    load: { value: () => (duration = NaN) },
    videoWidth: { value: 2 },
    videoHeight: { value: 2 },
    currentTime: {
      // Chromium counts in microseconds.
      get: () => Math.floor(current * 1e6) / 1e6,
      set: (time: number) => {
        seeks.push(Math.round(time * 100) / 100);
        current = time;
      },
    },
    requestVideoFrameCallback: { value: (callback: () => void) => callbacks.push(callback) },
  });
  paint = (isHidden = false) => {
    painted = seeks.at(-1) ?? 0;
    if (isHidden) return;
    const told = callbacks;
    callbacks = [];
    for (const callback of told) callback();
  };
  dispatchSeeked = (ms) => {
    now += ms;
    video.dispatchEvent(new Event('seeked'));
  };
  vi.spyOn(document, 'createElement').mockReturnValue(video);
  class FakeFrame {
    constructor() {
      // Firefox may show nothing at the very end.
      if (current >= duration) throw new Error('The video is not ready yet.');
    }
    timestamp = Math.floor(painted * unitsPerSecond);
    visibleRect = { x: 0, y: 0, width: 2, height: 2 };
    close = () => undefined;
    allocationSize = () => 16;
    copyTo = () => Promise.resolve([]);
  }
  vi.stubGlobal('VideoFrame', FakeFrame);
});

afterEach(() => void vi.restoreAllMocks());

const open = (container: Container = CONTAINER) =>
  VideoPlayer.open(FILE, container, new AbortController().signal);

const endSeek = (ms: number) => {
  paint();
  dispatchSeeked(ms);
};

/** Waits for a seek, and ends it. */
async function pass(count: number, ms: number) {
  await vi.waitFor(() => expect(seeks).toHaveLength(count));
  endSeek(ms);
}

it('shows the keyframe first while the frame after it takes long, and only keyframes while the creator moves on', async () => {
  const player = await open();
  const keyframes: number[] = [];
  const show = (time: number) => player.show(time, (frame: ShownFrame) => keyframes.push(frame.time));
  const first = show(7);
  await pass(1, 100);
  await vi.waitFor(() => expect(seeks).toEqual([4, 7]));
  const second = show(11);
  endSeek(900);
  await pass(3, 100);
  const third = show(15);
  await pass(4, 100);
  await pass(5, 900);

  const shown = [await first, await second, await third].map((frame) => frame?.time);
  expect([seeks, keyframes, shown]).toEqual([
    [4, 7, 8, 12, 15],
    [4, 8, 12],
    [7, undefined, 15],
  ]);
  player.close();
});

it('shows only the wanted frame if the computer decodes quickly, and for a step', async () => {
  const player = await open();
  const keyframes: number[] = [];
  const show = (time: number) => player.show(time, (frame: ShownFrame) => keyframes.push(frame.time));
  const step = player.show(7);
  await pass(1, 60);
  await step;
  const fast = show(11.5);
  await pass(2, 60);
  await fast;

  expect([seeks, keyframes]).toEqual([[7, 11.5], []]);
  player.close();
  // The page may draw once more.
  expect(player.duration).toBe(16);
});

it.each([
  ['the table of the frames', { ...CONTAINER, frames: Float64Array.of(0, 3, 6, 9) }, [6, 9]],
  ['the wanted time, if the file has no table', CONTAINER, [7, 9]],
])(
  'in a browser that does not tell the time of a frame, the time is from %s',
  async (_, container, times) => {
    unitsPerSecond = 1; // Firefox counts seconds where the standard has microseconds.
    const player = await open(container);
    const first = player.show(7);
    await pass(1, 60);
    const second = player.show(9);
    await pass(2, 60);

    expect([await first, await second].map((frame) => frame?.time)).toEqual(times);
    player.close();
  },
);

it('shows the last frame at the end of the video', async () => {
  const player = await open();
  const last = player.show(16);
  await pass(1, 60);

  expect(await last).toMatchObject({ time: 16, pixels: { width: 2, height: 2 } });
  player.close();
});

it('a recording whose end the browser does not find is incomplete, and is not waited for', async () => {
  duration = Infinity;
  const timeout = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  const header = await readFile(join(import.meta.dirname, '../../support/videos/uneven.webm'));
  const file = new File([header], 'recording.webm');
  // A search for the end reads the whole file, also from a slow disk.
  Object.defineProperty(file, 'size', { value: 3e9 });
  const opening = openVideo(file, new AbortController().signal);
  // Firefox dispatches no event for this seek if the recording has a single frame.
  await vi.waitFor(() => expect(seeks).toEqual([1e7]));
  expect(limit).toHaveBeenCalledWith(315_000);
  timeout.abort();

  await expect(opening).rejects.toThrow('is incomplete: its end is missing.');
});

it('waits for a new frame if a busy browser ends the seek while it still shows the frame before', async () => {
  vi.useFakeTimers();
  const player = await open();
  const first = player.show(7);
  await pass(1, 60);
  await first;
  const late = player.show(28 / 3);
  await vi.waitFor(() => expect(seeks).toHaveLength(2));
  dispatchSeeked(60);
  await vi.advanceTimersByTimeAsync(300);
  paint();

  expect((await late)?.time).toBe(9.33);

  // A browser tells of no new frame if the player is already there.
  let again: number | undefined;
  void player.show(28 / 3).then((frame) => (again = frame?.time));
  await vi.waitFor(() => expect(seeks).toHaveLength(3));
  dispatchSeeked(60);
  await vi.advanceTimersByTimeAsync(0);

  expect(again).toBe(9.33);
  player.close();
  vi.useRealTimers();
});

it('waits for the frame of each seek in a hidden page, which is told of no frame', async () => {
  vi.useFakeTimers();
  const player = await open();
  const shown: (number | undefined)[] = [];
  for (const time of [7, 9]) {
    const next = player.show(time);
    dispatchSeeked(60);
    await vi.advanceTimersByTimeAsync(200);
    paint(true);
    await vi.advanceTimersByTimeAsync(50);
    shown.push((await next)?.time);
  }

  expect(shown).toEqual([7, 9]);
  player.close();
  vi.useRealTimers();
});

it('waits once, and for a short time, in a browser that does not tell when it shows a frame', async () => {
  vi.useFakeTimers();
  const player = await open();
  const shown: (number | undefined)[] = [];
  const show = async (time: number) => shown.push((await player.show(time))?.time);
  void show(7);
  dispatchSeeked(60);
  await vi.advanceTimersByTimeAsync(250);
  void show(9);
  dispatchSeeked(60);
  await vi.advanceTimersByTimeAsync(0);

  expect(shown).toEqual([7, 9]);
  player.close();
  vi.useRealTimers();
});
