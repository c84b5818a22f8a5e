import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAwsChunked } from '../../local/emulators/s3/aws-chunked.ts';

const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 });
const trailers = fc.constantFrom('', 'x-amz-checksum-crc32:AAAAAA==\r\n', 'a:1\r\nb:2\r\n');

function encode(parts: Uint8Array[], trailer: string): Buffer {
  const framed = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...framed, Buffer.from(`0\r\n${trailer}\r\n`)]);
}

it('gives back what was framed, whatever bytes it is made of', () => {
  fc.assert(
    fc.property(chunks, trailers, (parts, trailer) => {
      expect(decodeAwsChunked(encode(parts, trailer)).equals(Buffer.concat(parts))).toBe(true);
    }),
  );
});

it('refuses a body that ends early, wherever it ends', () => {
  fc.assert(
    fc.property(chunks, trailers, fc.nat(), (parts, trailer, cut) => {
      const whole = encode(parts, trailer);
      expect(() => decodeAwsChunked(whole.subarray(0, cut % whole.length))).toThrow(
        'terminated unexpectedly',
      );
    }),
  );
});

it.each([
  ['a size that is no number', 'z\r\nhello\r\n0\r\n\r\n'],
  ['a negative size', '-5\r\nhello\r\n0\r\n\r\n'],
  ['a size that is too small', '4\r\nhello\r\n0\r\n\r\n'],
  ['a size beyond the end', 'ff\r\nhello\r\n0\r\n\r\n'],
  ['a chunk with a signature, which nobody would check', '5;chunk-signature=00\r\nhello\r\n0\r\n\r\n'],
  ['a trailer without a value', '0\r\nchecksum\r\n\r\n'],
  ['something after the end', '0\r\n\r\nhello'],
])('refuses %s', (_, text) => {
  expect(() => decodeAwsChunked(Buffer.from(text))).toThrow('terminated unexpectedly');
});
