import { addXmpToPng, PNG_SIGNATURE, xmpPacket } from '#contract/design/image-metadata.ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import {
  fitRatio,
  limitPixels,
  prepareImage,
  UnusableImageError,
} from '../../../web/src/api/prepare-image.ts';

/** The signature and the header of a PNG. */
const PNG = new Uint8Array([...PNG_SIGNATURE, ...Array.from({ length: 25 }, () => 0)]);
const FILE = new File(['x'], 'logo.png');
const close = vi.fn();
const createImageBitmap = vi.fn();
let drawn: unknown[];
const JPEG = new Blob(['jpeg']);
/** Undefined simulates a browser without memory for a canvas. */
let context: Partial<CanvasRenderingContext2D> | undefined;
/** The files that the browser encodes, one after another. */
let encoded: Blob[];

const decodesTo = (width: number, height: number) =>
  createImageBitmap.mockResolvedValue({ width, height, close });

beforeEach(() => {
  drawn = [];
  encoded = [JPEG];
  context = {
    fillStyle: '',
    fillRect: (...area: number[]) => void drawn.push([context?.fillStyle, ...area]),
    getImageData: () => new ImageData(1, 1),
    drawImage: (_image: unknown, ...areas: number[]) => void drawn.push(areas),
  };
  decodesTo(1_000, 720);
  vi.stubGlobal('createImageBitmap', createImageBitmap);
  const canvas = {
    getContext: (kind: string) => (kind === '2d' ? (context ?? null) : null),
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

  it('is drawn as a whole for a message to support, and smaller when its JPEG is too large', async () => {
    const tooLarge = Object.defineProperty(new Blob(), 'size', { value: LIMITS.supportPictureBytes + 1 });
    encoded = [tooLarge, JPEG];
    decodesTo(300, 1_200);

    expect(await prepareImage(FILE, 'attachment')).toBe(JPEG);

    expect(drawn).toEqual([
      ['white', 0, 0, 300, 1_200],
      [0, 0, 300, 1_200, 0, 0, 300, 1_200],
      ['white', 0, 0, 240, 960],
      [0, 0, 300, 1_200, 0, 0, 240, 960],
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

  it('keeps its mark of AI as a picture, because the canvas drops it', async () => {
    const marked = new File([addXmpToPng(PNG, xmpPacket('composite'))], 'export.png');
    encoded = [new Blob([PNG], { type: 'image/png' })];

    const picture = await prepareImage(marked, 'picture');

    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(addXmpToPng(PNG, xmpPacket('composite')));
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

  it('is scaled down smoothly', async () => {
    await prepareImage(FILE, 'cutout');

    expect(context?.imageSmoothingQuality).toBe('high');
  });

  it('is not uploaded without a canvas: the blank image would cost a credit', async () => {
    context = undefined;

    await expect(prepareImage(FILE, 'style')).rejects.toThrow('logo.png could not be converted to a JPEG.');
    await expect(prepareImage(FILE, 'picture')).rejects.toThrow('logo.png could not be converted to a PNG.');
    expect(close).toHaveBeenCalledTimes(2);
  });

  it.each([new File(['x'], 'IMG_1.HEIC'), new File(['x'], 'photo', { type: 'image/heif' })])(
    'of an iPhone is refused with what to do',
    async (file) => {
      createImageBitmap.mockRejectedValue(new DOMException('The source image could not be decoded.'));

      await expect(prepareImage(file, 'style')).rejects.toThrow(
        `${file.name} is a HEIC photo, which this browser cannot read. Save it as a JPEG and choose that file.`,
      );
    },
  );

  it('is refused by its name when it cannot be encoded', async () => {
    encoded = [];

    await expect(prepareImage(FILE, 'style')).rejects.toThrow('logo.png could not be converted to a JPEG.');
  });
});

describe('a logo as an SVG', () => {
  const svg = (attributes: string) =>
    new File(
      [`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0h9v9z"/></svg>`],
      'logo.svg',
      {
        type: 'image/svg+xml',
      },
    );
  const decode = vi.fn();
  let shown: Blob[];

  beforeEach(() => {
    shown = [];
    decode.mockResolvedValue(undefined);
    vi.stubGlobal(
      'Image',
      class {
        decode = decode;
      },
    );
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${shown.push(file as Blob)}`);
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(close);
    onTestFinished(() => void vi.restoreAllMocks());
  });

  it.each([
    ['a view box', 'viewBox="0 0 40 10" width="100%"', 'viewBox="0 0 40 10"'],
    ['sides', 'width="40" height="10px"', 'viewBox="0 0 40 10"'],
  ])('is drawn as large as a picture may be, from its %s', async (_kind, attributes, viewBox) => {
    expect(await prepareImage(svg(attributes), 'picture')).toBe(JPEG);

    expect(drawn).toEqual([[0, 0, 2_049, 512, 0, 0, 2_049, 512]]);
    expect(shown).toHaveLength(1);
    const text = await shown[0]?.text();
    for (const part of ['width="2049"', 'height="512"', viewBox, '<path']) expect(text).toContain(part);
    expect(createImageBitmap).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledOnce();
  });

  it.each([
    ['has no size', svg(''), false],
    ['has an empty view box', svg('viewBox="0 0 0 0"'), false],
    ['is damaged', svg('viewBox="0 0 40 10"'), true],
  ])('is refused by its name when it %s', async (_why, file, isDamaged) => {
    if (isDamaged) decode.mockRejectedValue(new DOMException('EncodingError'));

    await expect(prepareImage(file, 'picture')).rejects.toThrow('logo.svg could not be read as an image.');
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
