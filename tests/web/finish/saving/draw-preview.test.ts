import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { drawPreview } from '../../../../web/src/features/finish/saving/draw-preview.ts';
import type { ShownImage } from '../../../../web/src/features/finish/saving/draw-preview.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { CUTOUT_LAYER } from '../../../support/designs.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';

const DESIGN = { ...EMPTY_DESIGN, layers: [CUTOUT_LAYER] };
const image = { width: 1_280, height: 720 } as ImageBitmap;
const shown = (isLoaded = true): { current: ShownImage } => ({
  current: { finished: { image, design: DESIGN, cutouts: new Map() }, isLoaded },
});
const dataUrl = (bytes: number) => `data:image/jpeg;base64,${'A'.repeat((bytes / 3) * 4)}`;

/** The page is not left. */
const here = new AbortController().signal;

const encode = vi.fn<HTMLCanvasElement['toDataURL']>();

beforeEach(() => {
  fakeCanvas();
  encode.mockReset().mockReturnValue(dataUrl(3));
  const toDataURL = vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(encode);
  onTestFinished(() => toDataURL.mockRestore());
});

describe('the preview that is saved with a design', () => {
  it('is a JPEG in base64', async () => {
    expect(await drawPreview(DESIGN, shown(), here)).toBe('AAAA');
    expect(encode.mock.calls).toEqual([['image/jpeg', 0.8]]);
  });

  it('is made with a lower quality while it is larger than 30,000 bytes', async () => {
    encode.mockReturnValueOnce(dataUrl(60_000)).mockReturnValueOnce(dataUrl(30_003));

    expect(await drawPreview(DESIGN, shown(), here)).toBe('AAAA');
    expect(encode.mock.calls.map(([, quality]) => quality as unknown)).toEqual([0.8, 0.6, 0.4]);
  });

  it('is also made for an image without layers that the creator has mirrored', async () => {
    const design = { ...EMPTY_DESIGN, adjustments: { flipped: true } };

    expect(await drawPreview(design, shown(), here)).toBe('AAAA');
  });

  it('is absent for an image without changes, and when the browser encodes no JPEG or has no canvas', async () => {
    expect(await drawPreview(EMPTY_DESIGN, shown(), here)).toBeUndefined();

    encode.mockReturnValue('data:image/png;base64,AAAA');
    expect(await drawPreview(DESIGN, shown(), here)).toBeUndefined();

    encode.mockImplementation(() => {
      throw new Error('The browser has no 2D canvas.');
    });
    expect(await drawPreview(DESIGN, shown(), here)).toBeUndefined();
  });

  it('waits for fonts and cut-outs, unless the page is being left', async () => {
    const source = shown(false);
    expect(await drawPreview(DESIGN, source, AbortSignal.abort())).toBeUndefined();

    const drawn = drawPreview(DESIGN, source, here);
    source.current.isLoaded = true;
    expect(await drawn).toBe('AAAA');
  });
});
