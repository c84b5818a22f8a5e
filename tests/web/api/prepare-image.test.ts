import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import {
  fitRatio,
  limitPixels,
  prepareImage,
  UnusableImageError,
} from '../../../web/src/api/prepare-image.ts';

const FILE = new File(['x'], 'logo.png');
const close = vi.fn();
const createImageBitmap = vi.fn();
let drawn: unknown[];
const JPEG = new Blob(['jpeg']);
/** The files that the browser encodes, one after another. */
let encoded: Blob[];

const decodesTo = (width: number, height: number) =>
  createImageBitmap.mockResolvedValue({ width, height, close });

beforeEach(() => {
  drawn = [];
  encoded = [JPEG];
  const context = {
    fillStyle: '',
    fillRect(this: { fillStyle: string }, ...area: number[]) {
      drawn.push([this.fillStyle, ...area]);
    },
    drawImage: (_image: unknown, ...areas: number[]) => drawn.push(areas),
  };
  decodesTo(1_000, 720);
  vi.stubGlobal('createImageBitmap', createImageBitmap);
  const canvas = {
    getContext: (kind: string) => (kind === '2d' ? context : null),
    toBlob: (done: (blob: Blob | null) => void) => done(encoded.shift() ?? null),
  };
  const createElement = vi.spyOn(document, 'createElement').mockReturnValue(canvas as never);
  onTestFinished(() => createElement.mockRestore());
});

describe('an image of the creator', () => {
  it.each([
    [1_000, 720, { width: 1_000, height: 562 }, { left: 0, top: 79 }],
    [1_600, 720, { width: 1_280, height: 720 }, { left: 160, top: 0 }],
  ])('has its centre drawn on white, because a JPEG has no transparency: %i x %i', async (...row) => {
    const [imageWidth, imageHeight, { width, height }, { left, top }] = row;
    decodesTo(imageWidth, imageHeight);

    await prepareImage(FILE, 'layout');

    expect(drawn).toEqual([
      ['white', 0, 0, width, height],
      [left, top, width, height, 0, 0, width, height],
    ]);
  });

  it('is drawn as a whole when no model sees it, and smaller when its PNG is too large', async () => {
    const tooLarge = Object.defineProperty(new Blob(), 'size', { value: LIMITS.referenceBytes + 1 });
    encoded = [tooLarge, JPEG];

    expect(await prepareImage(FILE, 'picture')).toBe(JPEG);
    expect(drawn).toEqual([
      [0, 0, 1_000, 720, 0, 0, 1_000, 720],
      [0, 0, 1_000, 720, 0, 0, 800, 576],
    ]);
  });

  it('is decoded as its camera was held, and does not stay in memory', async () => {
    await prepareImage(FILE, 'style');

    expect(createImageBitmap).toHaveBeenCalledWith(FILE, { imageOrientation: 'from-image' });
    expect(close).toHaveBeenCalledOnce();
  });

  it.each([
    ['50 MB', 50_000_000, undefined],
    ['more than 50 MB', 50_000_001, 'logo.png is larger than 50 MB'],
  ])('may have 50 MB: %s', async (_, size, message) => {
    const file = Object.defineProperty(new File(['x'], 'logo.png'), 'size', { value: size });

    const result = prepareImage(file, 'style');

    await (message === undefined
      ? expect(result).resolves.toBe(JPEG)
      : expect(result).rejects.toThrow(new UnusableImageError(message)));
  });

  const side = LIMITS.referenceMinSide;
  it.each([
    [side, side, true],
    [side - 1, side, false],
    [side, side - 1, false],
  ])('has at least the smallest side that the models accept: %i x %i', async (width, height, isAccepted) => {
    decodesTo(width, height);

    const result = prepareImage(FILE, 'style');

    await (isAccepted
      ? expect(result).resolves.toBe(JPEG)
      : expect(result).rejects.toThrow(`logo.png is too small: each side needs at least ${side} pixels.`));
    expect(close).toHaveBeenCalledOnce();
  });

  it('is refused by its name when it cannot be decoded', async () => {
    createImageBitmap.mockRejectedValue(new DOMException('The source image could not be decoded.'));

    await expect(prepareImage(FILE, 'style')).rejects.toThrow('logo.png could not be read as an image.');
  });

  it('is refused by its name when it cannot be encoded', async () => {
    encoded = [];

    await expect(prepareImage(FILE, 'style')).rejects.toThrow('logo.png could not be converted to a JPEG.');
  });
});

describe('the part of an image that a model accepts', () => {
  const widest = LIMITS.referenceMaxRatio;

  it.each([
    ['style', 1_000, 1_000, { width: 1_000, height: 1_000 }],
    ['style', 100 * widest, 100, { width: 100 * widest, height: 100 }],
    ['style', 100 * widest + 50, 100, { width: 100 * widest, height: 100 }],
    ['cutout', 100, 100 * widest, { width: 100, height: 100 * widest }],
    ['cutout', 100, 100 * widest + 50, { width: 100, height: 100 * widest }],
    ['layout', 1_600, 900, { width: 1_600, height: 900 }],
    ['layout', 1_700, 900, { width: 1_600, height: 900 }],
    ['layout', 1_600, 1_000, { width: 1_600, height: 900 }],
  ] as const)('as a %s of %i x %i pixels is its largest one: %j', (use, width, height, part) => {
    expect(fitRatio({ width, height }, use)).toEqual(part);
  });

  it.each([
    [100, 50, { width: 100, height: 50 }],
    [8_000, 2_000, { width: 2_049, height: 512 }],
  ])('of %i x %i pixels is scaled to what the models accept: %j', (width, height, size) => {
    expect(limitPixels({ width, height })).toEqual(size);
  });
});
