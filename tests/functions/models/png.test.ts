import { describe, expect, it } from 'vitest';
import { readPng } from '../../../functions/models/png.ts';
import { png } from '../support/models.ts';

/** The smallest PNG there is: one transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('the size of a PNG', () => {
  it.each([
    ['1344x768', png(1344, 768), { width: 1344, height: 768 }],
    ['a real file', Buffer.from(PIXEL, 'base64'), { width: 1, height: 1 }],
    ['sizes above 65,535', png(70_000, 2_147_483_647), { width: 70_000, height: 2_147_483_647 }],
  ])('%s', (_, bytes, size) => {
    expect(readPng(bytes.toString('base64'))).toEqual({ png: bytes, ...size });
  });
});

describe('bytes that are not a PNG', () => {
  const damaged = (offset: number) => {
    const bytes = png();
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    return bytes;
  };

  it.each([
    ['none', Buffer.alloc(0)],
    ['a signature alone', png().subarray(0, 8)],
    ['a header cut before the height', png().subarray(0, 23)],
    ['a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(40)])],
    ['a signature with one bit wrong', damaged(0)],
    ['a signature whose line end was translated', damaged(4)],
    ['a first chunk that is no IHDR', damaged(12)],
    ['zeros', Buffer.alloc(64)],
  ])('%s', (_, bytes) => {
    expect(() => readPng(bytes.toString('base64'))).toThrow('not a PNG');
  });
});
