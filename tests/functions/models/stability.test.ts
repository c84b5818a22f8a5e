import { describe, expect, it } from 'vitest';
import type { ModelResult } from '../../../functions/models/adapter.ts';
import { readImage, stability } from '../../../functions/models/stability.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { png } from '../support/models.ts';

const image = png(1344, 768);
const base64 = image.toString('base64');
const success: ModelResult = {
  kind: 'image',
  image: { type: 'image/png', content: image, width: 1344, height: 768 },
};
const filtered: ModelResult = { kind: 'filtered', rejected: 'other' };
const unavailable = (reason: string): ModelResult => ({
  kind: 'unavailable',
  reason,
  isOverloaded: false,
  mayBePaid: true,
});

describe('a request to a Stability model', () => {
  const body = { prompt: 'a castle', aspect_ratio: '16:9', output_format: 'png', seed: 7 };

  it.each([
    ['with a negative prompt', { negativePrompt: 'blurry' }, { ...body, negative_prompt: 'blurry' }],
    ['without a negative prompt', {}, body],
  ])('contains prompt, format and seed %s', (_, more, expected) => {
    expect(stability.buildBody({ prompt: 'a castle', seed: 7, ...more })).toStrictEqual(expected);
  });
});

describe('the response of a Stability model', () => {
  it.each<[string, unknown, ModelResult]>([
    ['an image', { seeds: [7], finish_reasons: [null], images: [base64] }, success],
    ['an image without finish reasons', { images: [base64] }, success],
    ['several images', { finish_reasons: [null, null], images: [base64, 'AAAA'] }, success],
    ['a filtered prompt', { finish_reasons: ['Filter reason: prompt'] }, filtered],
    ['a filtered image', { finish_reasons: ['Filter reason: output image'], images: [base64] }, filtered],
    [
      'an inference error',
      { finish_reasons: ['Inference error'], images: [base64] },
      unavailable('Inference error'),
    ],
    ['no image', { finish_reasons: [null], images: [] }, unavailable('no image in the response')],
    ['an empty image', { finish_reasons: [null], images: [''] }, unavailable('no image in the response')],
    ['no fields', {}, unavailable('no image in the response')],
  ])('with %s is read correctly', (_, response, result) => {
    expect(stability.parseResponse(response)).toEqual(result);
  });

  it.each([
    ['a string', 'busy'],
    ['null', null],
    ['images that are not a list', { images: base64 }],
    ['finish reasons that are not a list', { finish_reasons: 'Filter reason: prompt' }],
  ])('is refused if it is %s', (_, response) => {
    expect(() => stability.parseResponse(response)).toThrow();
  });
});

describe('a PNG', () => {
  /** The smallest PNG: one transparent pixel. */
  const PIXEL =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

  it.each([
    [1_344, 768, png(1_344, 768)],
    [1, 1, Buffer.from(PIXEL, 'base64')],
    [70_000, 2_147_483_647, png(70_000, 2_147_483_647)],
  ])('of %i x %i pixels is read with its size', (width, height, bytes) => {
    expect(readImage(bytes.toString('base64'))).toEqual({ type: 'image/png', content: bytes, width, height });
  });

  const withFlippedBit = (offset: number) => {
    const bytes = png();
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    return bytes;
  };

  it.each([
    ['it is empty', Buffer.alloc(0)],
    ['it is only a signature', png().subarray(0, 8)],
    ['it ends before the height', png().subarray(0, 23)],
    ['it is a JPEG that is cut off', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(40)])],
    ['its signature is wrong', withFlippedBit(0)],
    ['its line end was translated', withFlippedBit(4)],
    ['its first chunk is not IHDR', withFlippedBit(12)],
    ['it contains only zeros', Buffer.alloc(64)],
  ])('is refused if %s', (_, bytes) => {
    expect(() => readImage(bytes.toString('base64'))).toThrow('JPEG');
  });

  it('may be a JPEG, as an upscaled image is', () => {
    expect(readImage(JPEGS.baseline.toString('base64'))).toMatchObject({ type: 'image/jpeg' });
  });

  it('is accepted with no bytes after its header', () => {
    expect(readImage(png(2, 3).subarray(0, 24).toString('base64'))).toMatchObject({ width: 2, height: 3 });
  });
});
