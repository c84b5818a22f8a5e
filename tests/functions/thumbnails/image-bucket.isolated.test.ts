import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const NOW = '2026-11-21T09:00:00.000Z';
const KEY = 'thumbnails/user/generation.png';

/** Presigns a URL with credentials that expire at this time. */
async function signWith(expiration: string | undefined): Promise<URL> {
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

describe('the presigned URL of an image', () => {
  it.each([
    ['an hour if the credentials do not expire', undefined, '3600'],
    ['an hour if the credentials expire later', '2026-11-21T15:00:00Z', '3600'],
    ['half an hour if the credentials expire then', '2026-11-21T09:30:00Z', '1800'],
    ['whole seconds', '2026-11-21T09:01:00.900Z', '60'],
    // A URL of 0 seconds would be refused at signing.
    ['one second if the credentials have expired', '2026-11-21T08:59:00Z', '1'],
  ])('is valid for %s', async (_, expiration, seconds) => {
    const url = await signWith(expiration);

    expect(url.searchParams.get('X-Amz-Expires')).toBe(seconds);
  });

  it('reads one object of the bucket in its region', async () => {
    const url = await signWith(undefined);

    expect(url.origin).toBe('https://images.s3.us-west-2.amazonaws.com');
    expect(url.pathname).toBe(`/${KEY}`);
    expect(url.searchParams.get('x-id')).toBe('GetObject');
    expect(url.searchParams.get('X-Amz-Date')).toBe('20261121T090000Z');
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
  });

  it('requires no checksum, which a browser cannot send', async () => {
    const url = await signWith(undefined);

    expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });
});
