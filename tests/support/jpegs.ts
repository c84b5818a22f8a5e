import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';

/** Images of 128 x 72 pixels from libjpeg, and others that a server must refuse. */
const decode = (base64: string) => Buffer.from(base64, 'base64');

export const JPEGS = {
  baseline: decode(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCABIAIADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAMEBf/EABUQAQEAAAAAAAAAAAAAAAAAAAAS/8QAGAEBAQEBAQAAAAAAAAAAAAAAAAEEAgP/xAAWEQEBAQAAAAAAAAAAAAAAAAAAEhH/2gAMAwEAAhEDEQA/AOBBC8ENNIhBC8EFCEELwQUIQQvBBQhBC8EFCEELwQUIQQvBBQhBC8EFDRBC8EM9KhBC8EFCEELwQUIQQvBBQhBC8EFCEELwQUIQQvBBQhBC8EFDRBC8EM9KhBC8EFCEELwQUIQQvBBQhBC8EFCEELwQUIQQvBBQhBC8EFDRBC8EM1OkIIXggoQgheCChCCF4IKEIIXggoQgheCChCCF4IKEIIXggoXggHjqkEAaEEAaEEAaEEAaEEAaEEAaEEAaP//Z',
  ),
  progressive: decode(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wgARCABIAIADASIAAhEBAxEB/8QAGQABAQEBAQEAAAAAAAAAAAAAAAMCBAEF/8QAGAEBAAMBAAAAAAAAAAAAAAAAAAEDBAL/3QAEAAT/2gAMAwEAAhADEAAAAfnqLImoJqCag//Q+eosiagmoJqD/9HnbGGxhsYbH//S52xhsYbGGx//0/FFaagmoJqD/9TxRWmoJqCag//Vu2zzhsYbGGx//9a7bPOGxhsYbH//1+4ZOgAAP//Q7hk6AAA//8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABBQIf/9Af/9Ef/9If/9Mf/9Qf/9Uf/9Yf/9cf/9Af/9Ef/9If/9Mf/9Qf/9Uf/9Yf/9cf/9Af/9Ef/9If/9Mf/9Qf/9Uf/9Yf/9cf/9Af/9Ef/9If/9Mf/9Qf/9Uf/9Yf/9cf/9Af/9Ef/9If/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPwEf/9Af/9Ef/9If/9Mf/9Qf/9Uf/9Yf/9cf/9Af/8QAFhEBAQEAAAAAAAAAAAAAAAAAABEg/9oACAECAQE/Aaqq/9Cqqv/Rqqr/0qqq/9Oqqv/Uqqr/1aqq/9aqqv/Xx//Qx//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//EABUQAQEAAAAAAAAAAAAAAAAAAAAR/9oACAEBAAE/IYiI/9CIiP/RiIj/0oiI/9OIiP/UiIj/1YiI/9aIiP/XiIj/0IiI/9GIiP/SiIj/04iI/9SIiP/ViIj/1oiI/9eIiP/QiIj/0YiI/9KIiP/TiIj/1IiI/9WIiP/WiIj/14iI/9CIiP/RiIj/0oiI/9OIiP/UiIj/1YiI/9aIiP/XiIj/0IiI/9GIiP/SiIj/2gAMAwEAAgADAAAAEM888//Qzzzz/9E4447/0jjjjv/Tzzzz/9TPPPP/1TTTTf/WNNNN/9cAAAD/0AAAAP/EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQMBAT8QH//QH//RH//SH//TH//UH//VH//WH//XH//QH//EABYRAAMAAAAAAAAAAAAAAAAAAAARIP/aAAgBAgEBPxCA/9CA/9GA/9KA/9OA/9SA/9WA/9aA/9djGM//0GMYz//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEAAT8QH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//TH//UH//VH//WH//XH//QH//RH//SH//Z',
  ),
  grey: decode(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAALCABIAIABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQG/8QAFRABAQAAAAAAAAAAAAAAAAAAABL/2gAIAQEAAD8AzsEEEEEEEEEEEEEEEKYIIIIIIIIIIIIIIIUQQQQQQQQQQQQQQQQoggggggggggggggghTBBBBBBBBBBBBBBBCiCCCCCCCCCCCCCCCFMEEEEEEEEEEEEEEEKIIIIIIIIIIIIIIIIUwQQQQQQQQQQQQQQQ/9k=',
  ),
  cmyk: decode(
    '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6utq2eAvMm6pseZqKuk/8AAFAgASACABEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAEBv/EABUQAQEAAAAAAAAAAAAAAAAAAAAS/9oADgRDAE0AWQBLAAA/AM7DOwkaYggCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIBTCmAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAUQogCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggFEKIAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIBTCmAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAUQogCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggFMKYAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIBRCiAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAUwpgCCAIIAggCCAIIAggCCAIIAggCCAIIAggCCAIIAggH/9k=',
  ),
};

/** Declares another size in the frame header of a JPEG, and leaves the compressed data. */
export function withDeclaredSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = jpeg.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(jpeg[at + 1] ?? 0));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** Adds a comment segment after the first marker. @param comment in ASCII. */
export function withComment(jpeg: Buffer, comment: string): Buffer {
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, Buffer.from(comment), jpeg.subarray(2)]);
}

/** Replaces the first occurrence of some bytes. @throws Error if the file does not contain the bytes. */
export function withBytes(file: Buffer, from: number[], to: number[]): Buffer {
  const at = file.indexOf(Buffer.from(from));
  if (at < 0) throw new Error(`The file does not contain the bytes ${from.join(' ')}.`);
  return Buffer.concat([file.subarray(0, at), Buffer.from(to), file.subarray(at + from.length)]);
}

/** The segments of a JPEG after its first marker. A scan includes its compressed data. */
export function listSegments(jpeg: Buffer): { marker: number; start: number; end: number }[] {
  const segments: { marker: number; start: number; end: number }[] = [];
  for (let start = 2; start < jpeg.length; start = segments.at(-1)?.end ?? jpeg.length) {
    const marker = jpeg.readUInt8(start + 1);
    let end = start + 2 + (marker === 0xd9 ? 0 : jpeg.readUInt16BE(start + 2));
    // FF 00 is a data byte, and FF D0 to FF D7 are restart markers.
    const isData = () => jpeg[end] !== 0xff || /^(?:00|d[0-7])$/.test(jpeg.toString('hex', end + 1, end + 2));
    while (marker === 0xda && isData()) end += 1;
    segments.push({ marker, start, end });
  }
  return segments;
}

/** Removes the segments that a condition selects. */
export function withoutSegments(
  jpeg: Buffer,
  isRemoved: (marker: number, content: Buffer) => boolean,
): Buffer {
  const kept = listSegments(jpeg)
    .map(({ marker, start, end }) => ({ marker, bytes: jpeg.subarray(start, end) }))
    .filter(({ marker, bytes }) => !isRemoved(marker, bytes.subarray(4)));
  return Buffer.concat([jpeg.subarray(0, 2), ...kept.map(({ bytes }) => bytes)]);
}

/** Repeats the scan of a baseline JPEG. */
export function withScans(jpeg: Buffer, count: number): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const scans = Array.from({ length: count }, () => jpeg.subarray(at, -2));
  return Buffer.concat([jpeg.subarray(0, at), ...scans, jpeg.subarray(-2)]);
}

const { baseline, progressive, cmyk } = JPEGS;

/** A preview of a design, as a page sends it. */
export const DESIGN_PREVIEW = withDeclaredSize(
  baseline,
  DESIGN_LIMITS.preview.width,
  DESIGN_LIMITS.preview.height,
);

/** Its segments are valid, but its compressed data has bits that are no code of its Huffman tables. */
export const UNDECODABLE_JPEG = Buffer.concat([
  baseline.subarray(0, baseline.indexOf(Buffer.from([0xff, 0xda])) + 14),
  Buffer.from('ff00'.repeat(16), 'hex'),
  Buffer.from('ffd9', 'hex'),
]);

/** Files that are not usable as a reference image, by the reason that the user reads. */
export const BAD_JPEGS: [what: string, file: Buffer, reason: string][] = [
  ['an empty file', Buffer.alloc(0), 'not a JPEG'],
  ['text', Buffer.from('not an image'), 'not a JPEG'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not a JPEG'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'not a JPEG'],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not a JPEG'],
  ['an animated GIF', Buffer.from('GIF89a\x01\x00\x01\x00NETSCAPE2.0', 'latin1'), 'not a JPEG'],
  [
    'an animated WebP',
    Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02ANIM', 'latin1'),
    'not a JPEG',
  ],
  ['a JPEG with wrong magic bytes', withBytes(baseline, [0xff, 0xd8], [0xff, 0xd0]), 'not a JPEG'],
  ['only magic bytes', baseline.subarray(0, 2), 'the JPEG is cut off'],
  ['a JPEG without its end', baseline.subarray(0, -2), 'the JPEG is cut off'],
  ['half a JPEG', baseline.subarray(0, baseline.length / 2), 'the JPEG is cut off'],
  ['a JPEG without compressed data', Buffer.from('ffd8ffd9', 'hex'), 'the JPEG contains no image'],
  [
    'a JPEG with two frames',
    withBytes(
      baseline,
      [0xff, 0xdb],
      [
        ...baseline.subarray(
          baseline.indexOf(Buffer.from([0xff, 0xc0])),
          baseline.indexOf(Buffer.from([0xff, 0xc0])) + 19,
        ),
        0xff,
        0xdb,
      ],
    ),
    'the JPEG is damaged',
  ],
  [
    'a JPEG with a segment of length 0',
    withBytes(baseline, [0xff, 0xe0, 0, 16], [0xff, 0xe0, 0, 0]),
    'the JPEG is damaged',
  ],
  [
    'a JPEG with bytes between segments',
    withBytes(baseline, [0xff, 0xc0], [0, 0xff, 0xc0]),
    'the JPEG is damaged',
  ],
  ['a JPEG with a reserved marker', withBytes(baseline, [0xff, 0xe0], [0xff, 0x02]), 'the JPEG is damaged'],
  [
    'a JPEG without Huffman tables',
    withoutSegments(baseline, (marker) => marker === 0xc4),
    'the JPEG lacks a table for its decoding',
  ],
  [
    'a progressive JPEG without the tables of its AC coefficients',
    withoutSegments(progressive, (marker, [table = 0]) => marker === 0xc4 && table >= 0x10),
    'the JPEG lacks a table for its decoding',
  ],
  [
    'a JPEG without quantization tables',
    withoutSegments(baseline, (marker) => marker === 0xdb),
    'the JPEG lacks a table for its decoding',
  ],
  [
    'a JPEG with more codes in a Huffman table than there are',
    withBytes(baseline, [0xff, 0xc4, 0, 23, 0, 1], [0xff, 0xc4, 0, 23, 0, 2]),
    'the JPEG is damaged',
  ],
  [
    'a JPEG with a Huffman table that is longer than its segment',
    withBytes(baseline, [0xff, 0xc4, 0, 23, 0, 1, 1, 1, 1, 0], [0xff, 0xc4, 0, 23, 0, 1, 1, 1, 1, 1]),
    'the JPEG is damaged',
  ],
  [
    'a JPEG with a scan of a component that it has not',
    withBytes(baseline, [0xff, 0xda, 0, 12, 3, 1], [0xff, 0xda, 0, 12, 3, 9]),
    'the JPEG is damaged',
  ],
  ['a JPEG with 101 scans', withScans(baseline, 101), 'the JPEG has more than 100 scans'],
  ['a CMYK JPEG', cmyk, 'the JPEG has CMYK colours instead of RGB'],
  [
    'a JPEG of 12 bits per channel',
    withBytes(baseline, [0xff, 0xc0, 0, 17, 8], [0xff, 0xc1, 0, 17, 12]),
    'the JPEG has 12 bits per channel instead of 8',
  ],
  ['a lossless JPEG', withBytes(baseline, [0xff, 0xc0], [0xff, 0xc3]), 'the JPEG has an unusual compression'],
  ['a JPEG of no height', withDeclaredSize(baseline, 128, 0), 'the JPEG states no size'],
];
