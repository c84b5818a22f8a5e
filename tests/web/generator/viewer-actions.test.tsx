import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ThumbnailReference } from '#contract/endpoints/reference-schemas.ts';
import { deferred, deferredReply, json, lostConnection, refusal } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { ADA, postCalls, press, storedThumbnail } from '../support/site.tsx';

/** Opens the home page with a thumbnail that was made after something. */
async function pressAnother(reference: ThumbnailReference) {
  const thumbnail = storedThumbnail('a', { ...home.RECORD, reference });
  const calls = home.openHome({ readThumbnail: () => json(thumbnail) }, ['a']);
  await home.findImage();
  fireEvent.click(await screen.findByRole('button', { name: 'Another 2 credits' }));
  return calls;
}

describe('Another', () => {
  it('repeats the request of the shown thumbnail with a new id', async () => {
    const calls = await home.openWithThumbnail();
    press('Another 2 credits');

    await home.waitForPrevious(2);
    const [, generationId] = home.storedIds();
    expect(home.storedIds()).toEqual(['a', generationId]);
    expect(postCalls(calls).map(({ body }) => body)).toEqual([
      { ...home.RECORD, userId: ADA.id, generationId },
    ]);
  });

  it('shows the prompt that it repeats, and can copy it to the prompt field', async () => {
    const calls = await home.openWithThumbnail();
    home.typePrompt('another idea');
    expect(home.preview().querySelector('summary')?.textContent).toBe('a castle without “blur”');
    press('Use this prompt');

    expect(home.promptInput().value).toBe('a castle');
    expect(postCalls(calls)).toEqual([]);
  });

  it('is absent while the prompt of an old entry is unknown', async () => {
    home.openHome({ readThumbnail: () => lostConnection() }, ['a']);
    await home.findImage();

    expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Another/ })).toBeNull();
  });

  it.each([
    ['the style of a video', { kind: 'video', videoId: 'dQw4w9WgXcQ' }],
    ['the layout of an earlier thumbnail', { kind: 'thumbnail', id: 'earlier', use: 'layout' }],
  ] as const)('repeats %s, with the model of references', async (_, reference) => {
    const calls = await pressAnother(reference);

    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    const { prompt, negativePrompt } = home.RECORD;
    const generationId = expect.any(String) as string;
    const body = { prompt, negativePrompt, userId: ADA.id, generationId, reference };
    expect(postCalls(calls)[0]?.body).toEqual(body);
  });

  it('repeats the input of a thumbnail of this page without reading it', async () => {
    const calls = home.openHome();
    home.generate('a city');
    fireEvent.load(await home.findImage());
    home.typePrompt('another idea');
    press(/^Another/);

    await waitFor(() => expect(postCalls(calls)).toHaveLength(2));
    const bodies = postCalls(calls).map(({ body }) => body as { generationId: string });
    expect(bodies.at(1)).toEqual({ ...bodies.at(0), generationId: bodies.at(1)?.generationId });
    expect(new Set(bodies.map(({ generationId }) => generationId)).size).toBe(2);
    expect(calls.filter(({ url }) => url.startsWith('/api/thumbnails/'))).toEqual([]);
  });

  it('asks for a reference image that is no longer stored', async () => {
    const calls = await pressAnother({ kind: 'image', use: 'style' });

    expect(
      await screen.findByText(/^The reference image of this thumbnail is no longer stored\./),
    ).toBeTruthy();
    expect(postCalls(calls)).toEqual([]);
  });

  it('says when the request could not be read', async () => {
    let isLost = false;
    const calls = await home.openWithThumbnail({
      readThumbnail: (call) => (isLost ? lostConnection() : home.readRecord(call)),
    });
    isLost = true;
    press(/^Another/);

    expect(await screen.findByText(/^Failed to generate thumbnail: The connection was lost\./)).toBeTruthy();
    expect(postCalls(calls)).toEqual([]);
  });

  it('waits until it has read the request, even if the request has no negative prompt', async () => {
    const reply = deferredReply<'readThumbnail'>();
    let isSlow = false;
    const calls = await home.openWithThumbnail({
      readThumbnail: (call) => (isSlow ? reply.promise : home.readRecord(call)),
    });
    const buttons = () => screen.getAllByRole('button', { name: /^Another/ });
    isSlow = true;
    press(/^Another/);
    await waitFor(() => expect(buttons().map((button) => button.matches(':disabled'))).toEqual([true]));
    reply.resolve(json(storedThumbnail('a', { prompt: 'a castle' })));

    await home.waitForPrevious(2);
    expect(postCalls(calls)[0]?.body).not.toHaveProperty('negativePrompt');
    expect(buttons().some((button) => button.matches(':disabled'))).toBe(false);
  });
});

describe('the actions of a thumbnail', () => {
  const names = () =>
    [...home.preview().querySelectorAll('.viewer-actions .button')].map((button) => [
      button.textContent.trim(),
      button.classList.contains('button-primary'),
    ]);
  const FINISH = [
    ['Finish', true],
    ['Download', false],
    ['Edit', false],
    ['Next in this series', false],
  ];

  it('repeat nothing that Generate also makes, and Finish is the filled button', async () => {
    await home.openWithThumbnail();
    expect(names()).toEqual([['Use this prompt', false], ['Another 2 credits', false], ...FINISH]);

    home.typePrompt('a castle');
    fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: 'fog' } });
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });
    expect(names()).toEqual([
      ['Another 2 credits', false],
      ['Finish', false],
      ['Download', false],
      ['Edit', false],
      ['Next in this series', false],
    ]);
    expect(home.generateButton().classList.contains('button-primary')).toBe(true);

    fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: 'blur' } });
    expect(names()).toEqual(FINISH);
    expect(home.generateButton().classList.contains('button-primary')).toBe(false);
  });
});

const FAILURE = 'Failed to download image. Please try again.';
const FILE = 'blob:http://localhost/the-downloaded-image';
const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue(FILE);
const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
/** Lists the calls for the URL of this file. Timers of earlier test files may end now and revoke other URLs. */
const revocations = () => revoked.mock.calls.filter(([url]) => url === FILE);
afterAll(() => [clicked, saved, revoked].forEach((spy) => spy.mockRestore()));

const downloadButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Download' });

async function openWithImage(handlers: Parameters<typeof home.openHome>[0]) {
  const calls = home.openHome(handlers);
  home.generate('a castle');
  const { src } = await home.findImage();
  calls.length = 0;
  return { calls, src };
}

describe('the download of a thumbnail', () => {
  it('saves the image as thumbnail.png and releases its memory later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls, src } = await openWithImage({ image: () => new Response('the image') });
    press('Download');

    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(clicked.mock.contexts[0]).toMatchObject({ download: 'thumbnail.png', href: FILE });
    expect(await new Response(saved.mock.calls[0]?.[0] as Blob).text()).toBe('the image');
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
    press('Download');

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
    press('Download');

    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(clicked).not.toHaveBeenCalled();
    expect(downloadButton().disabled).toBe(false);
  });

  it('disables the button while it runs', async () => {
    const response = deferred<Response>();
    await openWithImage({ image: () => response.promise });
    press('Download');

    await waitFor(() => expect(downloadButton().disabled).toBe(true));
    response.resolve(new Response('the image'));
    await waitFor(() => expect(downloadButton().disabled).toBe(false));
  });
});
