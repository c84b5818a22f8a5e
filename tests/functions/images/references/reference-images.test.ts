import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { readReferenceImage } from '../../../../functions/images/references/reference-images.ts';
import { fileAnswer } from '../../support/models.ts';
import { BAD_JPEGS, JPEGS, withDeclaredSize } from '../../../support/jpegs.ts';
import { mockService } from '../../support/mock-service.ts';

const s3 = mockService(S3Client);
const ID = '6f0e8a54-2a7b-4d0f-9a3e-1d2c3b4a5f60';

function read(): Promise<Buffer> {
  return readReferenceImage('user', ID, new AbortController().signal);
}

function store(file: Buffer): void {
  s3.on(GetObjectCommand, { Bucket: 'images', Key: `references/user/${ID}` }).resolves(fileAnswer(file));
}

beforeEach(() => {
  s3.reset();
});

describe('readReferenceImage', () => {
  it("reads the user's image without what follows its end", async () => {
    store(Buffer.concat([JPEGS.baseline, Buffer.from('appended')]));

    expect(await read()).toEqual(JPEGS.baseline);
  });

  const sized = (width: number, height: number) => withDeclaredSize(JPEGS.baseline, width, height);
  it.each([
    ...BAD_JPEGS,
    ['a decompression bomb', sized(65_535, 65_535), 'it has 65535 x 65535 pixels, more than a megapixel'],
    ['a row more than a megapixel', sized(1_025, 1_025), 'it has 1025 x 1025 pixels, more than a megapixel'],
    ['a single pixel', sized(1, 1), 'it is 1 x 1 pixels; both sides must have at least 64'],
    ['a side of 63 pixels', sized(63, 100), 'it is 63 x 100 pixels; both sides must have at least 64'],
    ['a strip', sized(64, 161), 'its longer side is more than 2.5 times the shorter one'],
  ])('refuses %s and says why', async (_, file, reason) => {
    store(file);

    await expect(read()).rejects.toMatchObject({
      code: 'reference_invalid',
      params: { reason: 'unusableImage', problem: reason },
    });
  });

  it.each([
    ['16:9 within a megapixel', sized(1_366, 768)],
    ['the smallest square', sized(64, 64)],
    ['the widest strip', sized(160, 64)],
  ])('accepts %s', async (_, file) => {
    store(file);

    expect(await read()).toEqual(file);
  });

  it.each([
    ['NoSuchKey', 'reference_not_found', { reason: 'expiredImage' }],
    // The response without permission to list the bucket.
    ['AccessDenied', 'reference_not_found', { reason: 'expiredImage' }],
    ['SlowDown', 'reference_unavailable', undefined],
    ['AbortError', 'reference_unavailable', undefined],
  ])('reports %s as %s', async (name, code, params) => {
    s3.on(GetObjectCommand).rejects(Object.assign(new Error('S3'), { name }));

    await expect(read()).rejects.toMatchObject({ code, params });
  });
});
