import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeAwsChunked } from '../../local/emulators/s3/body.ts';
import { readErrorCode, runS3ForAll, sha256, signedFetch } from './s3-harness.ts';

const Bucket = 'images';
const running = runS3ForAll(Bucket);

function put(Key: string, Body: Buffer | Readable, extras: Partial<PutObjectCommandInput> = {}) {
  return running().client.send(new PutObjectCommand({ Bucket, Key, Body, ...extras }));
}

async function read(Key: string): Promise<Buffer> {
  const { Body } = await running().client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

describe('a request body', () => {
  it('can have several megabytes', async () => {
    const big = randomBytes(9 * 1024 * 1024 + 7);
    const etag = `"${createHash('md5').update(big).digest('hex')}"`;

    expect(await put('big', big)).toMatchObject({ ETag: etag });
    expect((await read('big')).equals(big)).toBe(true);
  });

  it('can be empty', async () => {
    await put('empty', Buffer.alloc(0));

    expect(await read('empty')).toHaveLength(0);
  });

  it('can be streamed in chunks with a trailing checksum, which is not stored', async () => {
    const data = randomBytes(200_000);
    await put('streamed', Readable.from([data.subarray(0, 70_000), data.subarray(70_000)]), {
      ContentLength: data.length,
      ContentEncoding: 'br',
      ChecksumAlgorithm: 'SHA256',
    });

    const { ContentEncoding } = await running().client.send(
      new GetObjectCommand({ Bucket, Key: 'streamed' }),
    );
    expect(ContentEncoding).toBe('br');
    expect((await read('streamed')).equals(data)).toBe(true);
  });

  it('of more than 50 MB is rejected, in one piece or streamed', async () => {
    const body = Buffer.alloc(50 * 1024 * 1024 + 1);
    await expect(put('huge', body)).rejects.toMatchObject({ name: 'EntityTooLarge' });
    // The SDK warns on the console that it cannot retry a stream.
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const streamed = put('huge', Readable.from([body, Buffer.from('x')]), { ContentLength: body.length + 1 });
    await expect(streamed).rejects.toMatchObject({ name: 'EntityTooLarge' });
    warn.mockRestore();

    await expect(read('huge')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  const chunked = Buffer.from('5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n');
  const streaming = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

  it.each([
    ['differs from the signed one', {}, sha256('signed'), 400, 'XAmzContentSHA256Mismatch'],
    ['has a payload signature', {}, 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 501, 'NotImplemented'],
    ['has an invalid payload hash', {}, 'nonsense', 400, 'InvalidArgument'],
    ['is chunked without a length', {}, streaming, 411, 'MissingContentLength'],
    [
      'is chunked with a wrong length',
      { 'x-amz-decoded-content-length': '4' },
      streaming,
      400,
      'IncompleteBody',
    ],
  ])(
    'that %s is rejected and not stored',
    async (_case, headers: Record<string, string>, payloadHash, status, code) => {
      const init = { method: 'PUT', headers, payloadHash, body: chunked };
      const response = await signedFetch(`${running().s3.endpoint}/${Bucket}/rejected`, init);

      expect(response.status).toBe(status);
      expect(await readErrorCode(response)).toBe(code);
      await expect(read('rejected')).rejects.toMatchObject({ name: 'NoSuchKey' });
    },
  );
});

describe('the aws-chunked decoder', () => {
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

  it('returns any bytes that were encoded', () => {
    fc.assert(
      fc.property(chunks, trailers, (parts, trailer) => {
        expect(decodeAwsChunked(encode(parts, trailer)).equals(Buffer.concat(parts))).toBe(true);
      }),
    );
  });

  it('rejects a body that ends early at any position', () => {
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
    ['a size that is not a number', 'z\r\nhello\r\n0\r\n\r\n'],
    ['a negative size', '-5\r\nhello\r\n0\r\n\r\n'],
    ['a size that is too small', '4\r\nhello\r\n0\r\n\r\n'],
    ['a size beyond the end', 'ff\r\nhello\r\n0\r\n\r\n'],
    ['a chunk signature, which it cannot verify', '5;chunk-signature=00\r\nhello\r\n0\r\n\r\n'],
    ['a trailer without a value', '0\r\nchecksum\r\n\r\n'],
    ['data after the end', '0\r\n\r\nhello'],
  ])('rejects %s', (_case, text) => {
    expect(() => decodeAwsChunked(Buffer.from(text))).toThrow('terminated unexpectedly');
  });
});
