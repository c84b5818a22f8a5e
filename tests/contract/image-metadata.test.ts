import { Resvg } from '@resvg/resvg-js';
import jpeg from 'jpeg-js';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { addXmpToJpeg } from '../../contract/jpeg-metadata.ts';
import { addXmpToPng } from '../../contract/png-metadata.ts';
import { xmpPacket } from '../../contract/xmp.ts';
import { readJpegSegments, readPngChunks } from '../support/image-metadata.ts';

const SIZE = { width: 16, height: 9 };
const PIXELS = new Uint8Array(SIZE.width * SIZE.height * 4).fill(200);
const PACKET = xmpPacket('generated');

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
  it.each([
    ['generated', 'trainedAlgorithmicMedia'],
    ['composite', 'compositeWithTrainedAlgorithmicMedia'],
  ] as const)('names the source type of a %s image as %s', (source, term) => {
    expect(xmpPacket(source)).toContain(
      `<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${term}</Iptc4xmpExt:DigitalSourceType>`,
    );
  });

  it('is marked with a byte order mark, as the specification of XMP requires', () => {
    expect(PACKET).toMatch(/^<\?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"\?>/);
  });
});

describe('a JPEG with XMP', () => {
  it('has the packet in an APP1 segment behind the JFIF header', () => {
    const segments = readJpegSegments(addXmpToJpeg(makeJpeg(), PACKET));

    expect(segments.at(0)?.marker).toBe(0xe0);
    expect(segments.at(1)?.marker).toBe(0xe1);
    expect(segments.at(1)?.content.toString('utf8')).toBe(`http://ns.adobe.com/xap/1.0/\0${PACKET}`);
  });

  it('keeps all other segments and the pixels', () => {
    const original = makeJpeg();
    const changed = addXmpToJpeg(original, PACKET);
    const others = readJpegSegments(changed).filter(({ marker }) => marker !== 0xe1);

    expect(others).toEqual(readJpegSegments(original));
    expect(jpeg.decode(changed)).toEqual(jpeg.decode(original));
  });

  it('has the packet first when there is no JFIF header', () => {
    const original = makeJpeg();
    const headless = new Uint8Array([...original.subarray(0, 2), ...original.subarray(2 + 2 + 16)]);

    expect(readJpegSegments(headless).at(0)?.marker).not.toBe(0xe0);
    expect(readJpegSegments(addXmpToJpeg(headless, PACKET)).at(0)?.marker).toBe(0xe1);
  });

  it('is not made of another file or with a packet that is too large', () => {
    expect(() => addXmpToJpeg(makePng(), PACKET)).toThrow(TypeError);
    expect(() => addXmpToJpeg(makeJpeg(), 'x'.repeat(65_536))).toThrow(RangeError);
  });
});

describe('a PNG with XMP', () => {
  it('has the packet in an iTXt chunk behind the header', () => {
    const chunks = readPngChunks(addXmpToPng(makePng(), PACKET));

    expect(chunks.at(0)?.type).toBe('IHDR');
    expect(chunks.at(1)?.type).toBe('iTXt');
    expect(chunks.at(1)?.content.toString('utf8')).toBe(`XML:com.adobe.xmp\0\0\0\0\0${PACKET}`);
  });

  it('keeps all other chunks, and every chunk has its checksum', () => {
    const original = makePng();
    const chunks = readPngChunks(addXmpToPng(original, PACKET));

    expect(chunks.filter(({ type }) => type !== 'iTXt')).toEqual(readPngChunks(original));
    for (const { type, content, crc } of chunks) expect(crc).toBe(crc32(content, crc32(type)));
  });

  it('is not made of another file', () => {
    expect(() => addXmpToPng(makeJpeg(), PACKET)).toThrow(TypeError);
  });
});
