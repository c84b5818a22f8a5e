import { expect, it, onTestFinished, vi } from 'vitest';
import { encodeCanvas } from '../../../../web/src/lib/export/encode-canvas.ts';

/** The start of a JPEG, an empty comment and its end. */
const JPEG = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9])]);

/** A worker that answers each request with an event, or never. */
function stubWorker(event: () => Event | undefined) {
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
    done(JPEG);
  });
  onTestFinished(() => toBlob.mockRestore());
  return log;
}

const encode = () =>
  encodeCanvas(document.createElement('canvas'), { format: 'jpeg', source: 'generated', limit: 'phone' });

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

it('A file is encoded on the page if the browser has ended the worker without a word', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = stubWorker(() => {
    queueMicrotask(() => vi.runOnlyPendingTimers());
    return undefined;
  });

  expect((await encode()).type).toBe('image/jpeg');
  expect(log).toEqual([...IN_WORKER, ['on the page', 'image/jpeg', 1]]);
});
