import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareImage } from '../../../../web/src/api/prepare-image.ts';
import { openPhoto } from '../../../../web/src/features/generator/model/photo/open-photo.ts';
import { encodeCanvas } from '../../../../web/src/lib/export/encode-canvas.ts';
import { HIDDEN_PIXELS, hidesPixels } from '../../../../web/src/lib/export/hidden-pixels.ts';
import { exportPsd } from '../../../../web/src/lib/psd/export-psd.ts';
import { encodePreview } from '../../../../web/src/lib/render/encode-preview.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';

const SIZE = { width: 1_280, height: 720 };
const HIDDEN = `${HIDDEN_PIXELS}.`;

/** Imitates the pixels that a browser gives to scripts, whatever the canvas shows. */
function stubPixels(read: (index: number) => number) {
  const context = {
    canvas: SIZE,
    fillRect: vi.fn(),
    clearRect: vi.fn(),
    drawImage: vi.fn(),
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(width * height * 4).map((_value, index) => read(index)),
    }),
  };
  const getContext = vi
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockImplementation(() => context as never);
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ ...SIZE, close: () => undefined }));
  onTestFinished(() => {
    getContext.mockRestore();
    expect(toBlob).not.toHaveBeenCalled();
    toBlob.mockRestore();
  });
}

/** Firefox repeats 32 random bytes. */
const RANDOM = [146, 171, 248, 211, 1, 145, 237, 46, 210, 210, 245, 229, 9, 124, 51, 139, 43, 137, 133, 221];

describe('a browser that gives random pixels to scripts', () => {
  const stubRandom = () => stubPixels((index) => RANDOM[index % RANDOM.length] ?? 0);
  const file = new File(['x'], 'logo.png', { type: 'image/png' });
  const image = Object.assign(document.createElement('canvas'), SIZE);
  const finished = { image, design: EMPTY_DESIGN, cutouts: new Map(), mark: 'generated' } as const;

  it('exports no file, and says what to do', async () => {
    stubRandom();

    const options = { format: 'jpeg', mark: 'none', limit: 'phone' } as const;
    await expect(encodeCanvas(image, options)).rejects.toThrow(HIDDEN);
    await expect(exportPsd(finished, { size: SIZE, nameLayer: () => '' })).rejects.toThrow(HIDDEN);
  });

  it('uploads no picture, and says what to do', async () => {
    stubRandom();

    await expect(prepareImage(file, 'picture')).rejects.toThrow(HIDDEN);
    await expect(prepareImage(file, 'cutout')).rejects.toThrow(HIDDEN);
    const photo = await openPhoto(file);
    const part = { x: 0, y: 0, ...SIZE };
    await expect(photo.encode({ part, size: SIZE, background: '#000000' })).rejects.toThrow(HIDDEN);
  });

  it('saves a design without a picture for the lists', () => {
    stubRandom();

    expect(encodePreview(finished)).toBeUndefined();
  });
});

it('a browser that changes each pixel by a little hides no pixels', () => {
  stubPixels((index) => index % 3);

  expect(hidesPixels()).toBe(false);
});
