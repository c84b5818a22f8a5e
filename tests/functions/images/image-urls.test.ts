import { describe, expect, it, vi } from 'vitest';
import { signImageUrls } from '../../../functions/images/image-urls.ts';
import { isOpened } from '../support/image-key.ts';

const KEYS = { imageKey: 'images/user/1.png', previewKey: 'images/user/1.webp' };

/** Signs at a time of day (UTC). */
function signAt(time: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-11-24T${time}Z`) });
  return signImageUrls(KEYS);
}

const readExpiry = (url: string) =>
  new Date(Number(new URL(url).searchParams.get('Expires')) * 1_000).toISOString();

describe('the URL of an image', () => {
  it('is the same for six hours, and is valid for one to seven hours', async () => {
    const first = await signAt('05:00:00');
    expect(await signAt('10:59:59')).toEqual(first);
    expect(readExpiry(first.url)).toBe('2026-11-24T12:00:00.000Z');

    const next = await signAt('11:00:00');
    expect(readExpiry(next.url)).toBe('2026-11-24T18:00:00.000Z');
    expect(next.previewURL).not.toBe(first.previewURL);
  });

  it('opens only its image, and only until it expires', async () => {
    const { url, previewURL = '' } = await signAt('10:59:59');
    expect([url, previewURL].map(isOpened)).toEqual([true, true]);
    expect(isOpened(url.replace('1.png', '2.png'))).toBe(false);

    vi.setSystemTime(new Date('2026-11-24T12:00:00Z'));
    expect(isOpened(url)).toBe(false);
  });

  it('of a preview leads to the preview of the design, if the design has a preview', async () => {
    const { url, previewURL } = await signImageUrls({
      ...KEYS,
      designPreviewKey: 'images/user/1.design.jpg',
    });
    expect([url, previewURL].map((each) => new URL(String(each)).pathname)).toEqual([
      '/images/user/1.png',
      '/images/user/1.design.jpg',
    ]);
    expect(await signImageUrls({ imageKey: KEYS.imageKey })).toEqual({ url });
  });
});
