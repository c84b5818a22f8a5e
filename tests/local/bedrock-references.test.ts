import { renderAsync } from '@resvg/resvg-js';
import { encode } from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { encodePixels } from '../../local/emulators/bedrock/edits/pixels.ts';
import type { ReferenceImage } from '../../local/emulators/bedrock/reference-image.ts';

import { UNDECODABLE_JPEG } from '../support/jpegs.ts';
import { runBedrockForAll } from './bedrock-harness.ts';

const STYLE = 'us.stability.stable-image-style-guide-v1:0';
const LAYOUT = 'us.stability.stable-image-control-structure-v1:0';
const running = runBedrockForAll({ instant: false });

/** An image whose left half has one color, and whose right half has another. */
function createImage(width: number, height: number, left: number[], right = left): ReferenceImage {
  const data = Uint8Array.from({ length: 4 * width * height }, (_, at) => {
    const x = Math.floor(at / 4) % width;
    return (x < width / 2 ? left : right)[at % 4] ?? 255;
  });
  return { width, height, data };
}

const toBase64 = (image: ReferenceImage) =>
  encode({ ...image, data: Buffer.from(image.data) }, 80).data.toString('base64');
const red = createImage(160, 90, [255, 0, 0]);
const image = toBase64(red);
/** The image of an earlier thumbnail is a PNG. */
const png = (await encodePixels({ ...red, data: new Uint8ClampedArray(red.data) })).toString('base64');
const prompt = 'a castle';

describe('the reference services', () => {
  it.each([
    [STYLE, 'us-east-1', { image, aspect_ratio: '16:9', fidelity: 0.3 }, [1344, 768]],
    [STYLE, 'us-west-2', { image }, [1024, 1024]],
    [LAYOUT, 'us-east-2', { image, control_strength: 1 }, [160, 90]],
    [LAYOUT, 'us-east-2', { image: png }, [160, 90]],
  ])('answer %s in %s with a PNG of the expected size', async (modelId, region, fields, size) => {
    const { images } = await running().invoke({ prompt, seed: 5, ...fields }, { modelId, region });

    const made = Buffer.from((images as string[])[0] ?? '', 'base64');
    expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual(size);
  });

  it.each([
    [STYLE, {}, 'at image'],
    [LAYOUT, { image, aspect_ratio: '16:9' }, '"aspect_ratio"'],
    [STYLE, { image: 'iVBORw0KGgo=' }, 'the PNG cannot be decoded'],
    [STYLE, { image: 'UklGRg==' }, 'reads only JPEG and PNG images'],
    [LAYOUT, { image: UNDECODABLE_JPEG.toString('base64') }, 'invalid huffman sequence'],
    [STYLE, { image: toBase64(createImage(63, 64, [0, 0, 0])) }, 'at least 64 pixels'],
    [LAYOUT, { image: toBase64(createImage(161, 64, [0, 0, 0])) }, 'between 1:2.5 and 2.5:1'],
  ])('reject a request to %s with a ValidationException', async (modelId, fields, message) => {
    await expect(running().invoke({ prompt, ...fields }, { modelId })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each([
    ['in another region', { modelId: STYLE, region: 'eu-west-1' }],
    ['under the id of the foundation model', { modelId: STYLE.replace('us.', '') }],
  ])('are absent %s', async (_, options) => {
    await expect(running().invoke({ prompt, image }, options)).rejects.toThrow(
      'The provided model identifier is invalid.',
    );
  });
});

describe('Remove Background', () => {
  const CUTOUT = 'us.stability.stable-image-remove-background-v1:0';
  const withComment = (comment: string) =>
    encode({ ...red, data: Buffer.from(red.data), comments: [comment] }, 80).data.toString('base64');

  it('keeps the subject, makes the background transparent, and keeps the shape', async () => {
    const { images } = await running().invoke({ image, output_format: 'png' }, { modelId: CUTOUT });

    const rendered = await renderAsync(
      `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><image width="160" height="90" href="data:image/png;base64,${(images as string[])[0]}"/></svg>`,
    );
    const pixelAt = (x: number, y: number) => [...rendered.pixels.subarray(4 * (160 * y + x)).subarray(0, 4)];
    expect([rendered.width, rendered.height]).toEqual([160, 90]);
    expect(pixelAt(2, 2)).toEqual([0, 0, 0, 0]);
    expect(pixelAt(157, 2)).toEqual([0, 0, 0, 0]);
    const [redness = 0, green = 0, , opacity] = pixelAt(80, 40);
    expect([redness > 240, green < 20, opacity]).toEqual([true, true, 255]);
  });

  it('takes the rehearsal words from the comment of the JPEG', async () => {
    const invoke = (comment: string) =>
      running().invoke({ image: withComment(comment) }, { modelId: CUTOUT, region: 'us-east-2' });

    expect(await invoke('[[filter-input]]')).toEqual({ finish_reasons: ['Filter reason: input image'] });
    await expect(invoke('[[throttle]]')).rejects.toMatchObject({ name: 'ServiceQuotaExceededException' });
    await expect(invoke('[[error]]')).rejects.toMatchObject({ name: 'InternalServerException' });
  });
});
