import { expect, it, vi } from 'vitest';
import { PixelReader } from '../../../web/src/video/read-pixels.ts';
import { shrinkPixels } from '../../../web/src/video/shrink-pixels.ts';

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const [WIDTH, HEIGHT] = [2_000, 1_200];
/** The size of the copy on the page. */
const MOST = 200;

/** Each pixel has its own color. */
const PIXELS = Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, index) =>
  index % 4 === 3 ? 255 : (Math.floor(index / 4) * 7 + (index % 4) * 31) % 251,
);

/** Replaces the frames of the browser, and returns the sizes of the buffers to which pixels are copied. */
function fakeFrames(rotation: number): Set<number> {
  const sizes = new Set<number>();
  class FakeFrame {
    rotation = rotation;
    visibleRect = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
    close = () => undefined;
    allocationSize({ rect = this.visibleRect }: { rect?: Rect }) {
      return rect.width * rect.height * 4;
    }
    copyTo(target: Uint8Array, { rect = this.visibleRect }: { rect?: Rect }) {
      sizes.add(target.byteLength);
      target.set(PIXELS.subarray(rect.y * WIDTH * 4, (rect.y + rect.height) * WIDTH * 4));
      return Promise.resolve([]);
    }
  }
  vi.stubGlobal('VideoFrame', FakeFrame);
  return sizes;
}

it.each([0, 90, 180, 270] as const)(
  'copies a large frame that is turned by %i degrees in parts of at most 4 MB',
  async (rotation) => {
    const sizes = fakeFrames(rotation);
    const isTurned = rotation % 180 === 90;
    const video = document.createElement('video');
    Object.defineProperties(video, {
      videoWidth: { value: isTurned ? HEIGHT : WIDTH },
      videoHeight: { value: isTurned ? WIDTH : HEIGHT },
    });
    const [across, down] = isTurned ? [120, MOST] : [MOST, 120];

    const { width, height, data } = await new PixelReader(0).read(video, MOST);
    const whole = shrinkPixels({ width: WIDTH, height: HEIGHT, data: PIXELS, rotation }, across, down);

    expect([width, height]).toEqual([across, down]);
    expect(Buffer.compare(Buffer.from(data), Buffer.from(whole.data))).toBe(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4_000_000);
  },
);

it('uses the memory of an earlier copy for the page again, and never the memory of a copy for a list', async () => {
  fakeFrames(0);
  const video = document.createElement('video');
  Object.defineProperties(video, { videoWidth: { value: WIDTH }, videoHeight: { value: HEIGHT } });
  const reader = new PixelReader(0);
  const list = [await reader.read(video, MOST), await reader.read(video, MOST)];
  const shown = [];
  for (let count = 0; count < 5; count += 1) shown.push(await reader.readShown(video));

  expect(new Set(list.map(({ data }) => data)).size).toBe(2);
  expect(new Set(shown.map(({ data }) => data)).size).toBe(3);
  expect(shown[4]?.data === shown[3]?.data).toBe(false);
});
