import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signImageUrls } from '../../../functions/images/image-bucket.ts';

const KEY = 'thumbnails/user/generation.png';
const sign = async () => new URL((await signImageUrls({ imageKey: KEY })).url);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
});

describe('the presigned URL of an image', () => {
  it('is valid for 15 minutes, for which the credentials of an invocation are certain to be valid', async () => {
    expect((await sign()).searchParams.get('X-Amz-Expires')).toBe('900');
  });

  it('reads one object of the bucket in its region', async () => {
    const url = await sign();

    expect(url.origin).toBe('https://images.s3.us-west-2.amazonaws.com');
    expect(url.pathname).toBe(`/${KEY}`);
    expect(url.searchParams.get('x-id')).toBe('GetObject');
    expect(url.searchParams.get('X-Amz-Date')).toBe('20261121T090000Z');
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
  });

  it('requires no checksum, which a browser cannot send', async () => {
    const url = await sign();

    expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });
});
