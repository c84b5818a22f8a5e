import { afterEach, expect, it, vi } from 'vitest';
import { FrameWatch } from '../../../web/src/video/frame-watch.ts';

afterEach(() => void vi.restoreAllMocks());

it.each([
  ['Firefox, which gives the seconds of the player', 1],
  ['Safari, which gives the microseconds of the player', 1e6],
])('does not take the time of the player for a new frame: %s', async (_name, unitsPerSecond) => {
  vi.useFakeTimers();
  const callbacks: (() => void)[] = [];
  const video = Object.assign(document.createElement('video'), {
    requestVideoFrameCallback: (callback: () => void) => callbacks.push(callback),
  });
  let currentTime = 2;
  Object.defineProperty(video, 'currentTime', { get: () => currentTime });
  class FakeFrame {
    timestamp = Math.floor(currentTime * unitsPerSecond);
    close = () => undefined;
  }
  vi.stubGlobal('VideoFrame', FakeFrame);
  const untilShown = new FrameWatch(video).start(new AbortController().signal);
  currentTime = 7.25;
  let isShown = false;
  void untilShown().then(() => (isShown = true));
  await vi.advanceTimersByTimeAsync(200);
  const before = isShown;
  for (const callback of callbacks) callback();
  await vi.advanceTimersByTimeAsync(0);

  expect([before, isShown]).toEqual([false, true]);
});

it('looks at most once a second in a hidden page, so that a wait in vain is no longer there', async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.stubGlobal('VideoFrame', undefined);
  const video = Object.assign(document.createElement('video'), { requestVideoFrameCallback: () => 0 });
  let isShown = false;
  void new FrameWatch(video)
    .start(new AbortController().signal)()
    .then(() => (isShown = true));
  // A browser runs this timer after a second.
  await vi.advanceTimersByTimeAsync(50);

  expect(isShown).toBe(true);
});

it('waits in a page that is visible again, although the page was told of no frame while it was hidden', async () => {
  vi.useFakeTimers();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.stubGlobal('VideoFrame', undefined);
  const video = Object.assign(document.createElement('video'), { requestVideoFrameCallback: () => 0 });
  const watch = new FrameWatch(video);
  const { signal } = new AbortController();
  for (const _seek of [1, 2]) {
    const shown = watch.start(signal)();
    await vi.advanceTimersByTimeAsync(50);
    await shown;
  }
  hidden.mockReturnValue(false);
  let isShown = false;
  void watch
    .start(signal)()
    .then(() => (isShown = true));
  await vi.advanceTimersByTimeAsync(200);
  const before = isShown;
  await vi.advanceTimersByTimeAsync(50);

  expect([before, isShown]).toEqual([false, true]);
});
