import { expect, it, onTestFinished, vi } from 'vitest';
import { encodeCanvas } from '../../../../web/src/lib/export/encode-canvas.ts';

/** The start of a JPEG, an empty comment and its end. */
const JPEG = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9])]);

/** A worker that answers each request with an event, or never. */
function stubWorker(event: () => Event | undefined, draw = () => JPEG) {
  const log: unknown[] = [];
  class FakeWorker extends EventTarget {
    postMessage({ type, quality }: { type: string; quality: number }, transferred: unknown[]) {
      log.push([type, quality, transferred]);
      const answer = event();
      if (answer) this.dispatchEvent(answer);
    }
    terminate() {
      log.push('terminated');
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', vi.fn());
  vi.stubGlobal('createImageBitmap', () => Promise.resolve('bitmap'));
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type, quality) => {
    log.push(['on the page', type, quality]);
    done(draw());
  });
  onTestFinished(() => toBlob.mockRestore());
  return log;
}

const encode = () =>
  encodeCanvas(document.createElement('canvas'), { format: 'jpeg', mark: 'generated', limit: 'phone' });

const IN_WORKER = [['image/jpeg', 1, ['bitmap']], 'terminated'];

it('A file is encoded in a worker, so that the page answers meanwhile', async () => {
  const log = stubWorker(() => new MessageEvent('message', { data: JPEG }));

  expect((await encode()).type).toBe('image/jpeg');
  expect(log).toEqual(IN_WORKER);
});

it.each([
  ['fails', () => new Event('error')],
  ['answers with what cannot be read', () => new Event('messageerror')],
  ['cannot encode the image', () => new MessageEvent('message', { data: undefined })],
])('A file is encoded on the page if the worker %s', async (_, event) => {
  const log = stubWorker(event);

  expect((await encode()).type).toBe('image/jpeg');
  expect(log).toEqual([...IN_WORKER, ['on the page', 'image/jpeg', 1]]);
});

it('A file is encoded on the page if the browser has ended the worker without a word, which is awaited once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sizes = [2_000_000, 2_000_000];
  const log = stubWorker(
    () => {
      queueMicrotask(() => vi.runOnlyPendingTimers());
      return undefined;
    },
    () => new Blob([JPEG, new Uint8Array(sizes.pop() ?? 0)]),
  );

  expect((await encode()).type).toBe('image/jpeg');
  const qualities = [1, 0.64, 0.46, 0.55, 0.59, 0.61, 0.62];
  expect(log).toEqual([...IN_WORKER, ...qualities.map((quality) => ['on the page', 'image/jpeg', quality])]);
});
