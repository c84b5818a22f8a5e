import { expect, it, vi } from 'vitest';
import { compareLooks } from '../../../../web/src/features/finish/preview/compare-looks.ts';

/** A browser that draws a grey picture, and decodes all images but one. */
function stubPictures(broken: string): void {
  const data = new Uint8ClampedArray(160 * 90 * 4).fill(128);
  const context = { drawImage: vi.fn(), getImageData: () => ({ width: 160, height: 90, data }) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const decode = function (this: HTMLImageElement) {
    return this.src === broken ? Promise.reject(new Error('broken')) : Promise.resolve();
  };
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      decode = decode;
    },
  );
}

it('compares the other rivals if the picture of one rival cannot be decoded', async () => {
  stubPictures('data:broken');
  const rival = (videoId: string, image: string) => ({ videoId, title: '', channel: '', image });
  const canvas = document.createElement('canvas');

  const comparison = await compareLooks(canvas, [rival('a', 'data:broken'), rival('b', 'data:whole')]);

  expect([...comparison.keys()]).toEqual(['b']);
});
