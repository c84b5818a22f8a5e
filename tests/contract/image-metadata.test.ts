import { Resvg } from '@resvg/resvg-js';
import jpeg from 'jpeg-js';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { addXmpToJpeg, addXmpToPng, addXmpToWebp, xmpPacket } from '#contract/design/image-metadata.ts';
import { makeWebpHeader, readMark, readWebpSize } from '../support/image-metadata.ts';

const SIZE = { width: 16, height: 9 };
const PIXELS = new Uint8Array(SIZE.width * SIZE.height * 4).fill(200);
const PACKET = xmpPacket('generated');
const MARK = {
  source: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  tool: 'Thumbforge',
};
/** The JFIF header behind the marker of the start. */
const JFIF_END = 2 + 2 + 16;

const makeJpeg = () => new Uint8Array(jpeg.encode({ ...SIZE, data: PIXELS }, 90).data);
const makePng = () =>
  new Uint8Array(
    new Resvg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="9" height="9"/></svg>',
    )
      .render()
      .asPng(),
  );

describe('the XMP packet', () => {
  it('says that a photo is a part of the image', () => {
    expect(readMark(addXmpToJpeg(makeJpeg(), xmpPacket('composite')))).toEqual({
      ...MARK,
      source: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
    });
  });

  it('is marked with a byte order mark, as the specification of XMP requires', () => {
    expect(PACKET).toMatch(/^<\?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"\?>/);
  });
});

/** @returns the file without what differs from the original, which has to be one part. */
function removeAddition(file: Uint8Array, original: Uint8Array, at: number): Buffer {
  return Buffer.concat([file.subarray(0, at), file.subarray(at + file.length - original.length)]);
}

describe('a JPEG with XMP', () => {
  it('has the packet behind the JFIF header, and keeps all other bytes', () => {
    const original = makeJpeg();

    const file = addXmpToJpeg(original, PACKET);

    expect(readMark(file)).toEqual(MARK);
    expect(removeAddition(file, original, JFIF_END)).toEqual(Buffer.from(original));
  });

  it('has the packet first when there is no JFIF header', () => {
    const original = makeJpeg();
    const headless = Buffer.concat([original.subarray(0, 2), original.subarray(JFIF_END)]);

    const file = addXmpToJpeg(headless, PACKET);

    expect(readMark(file)).toEqual(MARK);
    expect(removeAddition(file, headless, 2)).toEqual(headless);
  });

  it('is not made of another file or with a packet that is too large', () => {
    expect(() => addXmpToJpeg(makePng(), PACKET)).toThrow(TypeError);
    expect(() => addXmpToJpeg(makeJpeg(), 'x'.repeat(65_536))).toThrow(RangeError);
  });
});

describe('a PNG with XMP', () => {
  it('has the packet behind the header, with its checksum, and keeps all other bytes', () => {
    const original = makePng();

    const file = Buffer.from(addXmpToPng(original, PACKET));

    expect(readMark(file)).toEqual(MARK);
    const [start, length] = [33, file.length - original.length];
    const chunk = file.subarray(start, start + length);
    expect(chunk.readUInt32BE(length - 4)).toBe(crc32(chunk.subarray(4, -4)));
    expect(removeAddition(file, original, start)).toEqual(Buffer.from(original));
  });

  it('is not made of another file', () => {
    expect(() => addXmpToPng(makeJpeg(), PACKET)).toThrow(TypeError);
  });
});

describe('a WebP with XMP', () => {
  it('is an extended file of the same size', () => {
    const file = Buffer.from(addXmpToWebp(makeWebpHeader(480, 270), PACKET));

    expect(readMark(file)).toEqual(MARK);
    expect(readWebpSize(file)).toEqual({ width: 480, height: 270 });
  });

  it('is not made of another file', () => {
    expect(() => addXmpToWebp(makePng(), PACKET)).toThrow(TypeError);
  });
});
