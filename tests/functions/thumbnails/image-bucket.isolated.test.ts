import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const NOW = '2026-11-21T09:00:00.000Z';
const KEY = 'thumbnails/user/generation.png';

/** A presigned URL, signed by credentials that end at that moment. */
async function urlBy(expiration: string | undefined): Promise<URL> {
  vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', expiration);
  vi.resetModules();
  const { signImageUrl } = await import('../../../functions/thumbnails/image-bucket.ts');
  return new URL(await signImageUrl(KEY));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("a picture's URL", () => {
  it.each([
    ['credentials without an end', undefined, '3600'],
    ['credentials that live longer', '2026-11-21T15:00:00Z', '3600'],
    ['credentials that live half an hour', '2026-11-21T09:30:00Z', '1800'],
    ['credentials that live a little more than a minute', '2026-11-21T09:01:00.900Z', '60'],
    // A URL of 0 seconds would be refused at signing.
    ['credentials that are over', '2026-11-21T08:59:00Z', '1'],
  ])('signed by %s', async (_, expiration, seconds) => {
    const url = await urlBy(expiration);

    expect(url.searchParams.get('X-Amz-Expires')).toBe(seconds);
  });

  it('is of the bucket in its own region, and reads that one picture', async () => {
    const url = await urlBy(undefined);

    expect(url.origin).toBe('https://images.s3.us-west-2.amazonaws.com');
    expect(url.pathname).toBe(`/${KEY}`);
    expect(url.searchParams.get('x-id')).toBe('GetObject');
    expect(url.searchParams.get('X-Amz-Date')).toBe('20261121T090000Z');
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
  });

  it('asks for no checksum, which a browser cannot send', async () => {
    const url = await urlBy(undefined);

    expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });
});
