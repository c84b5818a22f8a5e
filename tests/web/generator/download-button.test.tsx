import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred, json, lostConnection, refusal } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { storedThumbnail } from '../support/site.tsx';

const FAILURE = 'Failed to download image. Please try again.';
const clicked = vi.fn<(link: HTMLAnchorElement) => void>();
const saved = vi.fn<(blob: Blob) => string>();
const revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);

const FILE = 'blob:http://localhost/the-downloaded-image';
/** Without those of earlier test files, whose timers may end now. */
const revocations = () => revoked.mock.calls.filter(([url]) => url === FILE);

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Download' });
const press = () => fireEvent.click(button());

async function openWithImage(handlers: Parameters<typeof home.openHome>[0]) {
  const calls = home.openHome(handlers);
  home.generate('a castle');
  const { src } = await home.findImage();
  calls.length = 0;
  return { calls, src };
}

beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked(this);
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => saved(blob as Blob));
  saved.mockReturnValue(FILE);
});
afterEach(() => {
  clicked.mockReset();
  revoked.mockClear();
  saved.mockReset();
});

describe('the download of a thumbnail', () => {
  it('saves the image as thumbnail.png and releases its memory later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls, src } = await openWithImage({ image: () => new Response('the image') });
    press();

    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(clicked.mock.calls[0]?.[0]).toMatchObject({
      download: 'thumbnail.png',
      href: FILE,
    });
    expect(await saved.mock.calls[0]?.[0].text()).toBe('the image');
    expect(calls.map(({ url }) => url)).toEqual([src]);
    expect(revocations()).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(revocations()).toEqual([[FILE]]);
  });

  it.each([
    ['has expired', () => new Response('', { status: 403 })],
    ['cannot be fetched', () => lostConnection()],
  ])('uses a new URL when the old one %s', async (_case, failure) => {
    const { calls, src } = await openWithImage({
      image: ({ url }) => (url.endsWith('?fresh') ? new Response('the image') : failure()),
    });
    press();

    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    const id = src.split('/').at(-1)?.replace('.png', '') ?? '';
    expect(calls.map(({ url }) => url)).toEqual([src, `/api/thumbnails/${id}`, `${src}?fresh`]);
    expect(screen.queryByText(FAILURE)).toBeNull();
  });

  it.each([
    ['the new URL fails too', { image: () => new Response('', { status: 403 }) }],
    [
      'the server does not know the thumbnail',
      {
        image: () => new Response('', { status: 403 }),
        readThumbnail: () => refusal('not_found'),
      },
    ],
    [
      'the thumbnail has no URL',
      {
        image: () => lostConnection(),
        readThumbnail: () => json(storedThumbnail('g', { status: 'failed', url: undefined })),
      },
    ],
  ])('shows a message when %s, and can be repeated', async (_case, handlers) => {
    await openWithImage(handlers);
    press();

    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(clicked).not.toHaveBeenCalled();
    expect(button().disabled).toBe(false);
  });

  it('disables the button while it runs', async () => {
    const response = deferred<Response>();
    await openWithImage({ image: () => response.promise });
    press();

    await waitFor(() => expect(button().disabled).toBe(true));
    response.resolve(new Response('the image'));
    await waitFor(() => expect(button().disabled).toBe(false));
  });
});
