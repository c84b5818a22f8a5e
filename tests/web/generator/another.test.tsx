import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json, lostConnection, deferredReply } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { ADA, postCalls, press, storedThumbnail } from '../support/site.tsx';

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

  it('shows what it repeats, which can be used in the box instead', async () => {
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

  it('repeats the style of a video, with the model of references', async () => {
    const reference = { kind: 'video', videoId: 'dQw4w9WgXcQ' } as const;
    const calls = home.openHome(
      { readThumbnail: () => json(storedThumbnail('a', { ...home.RECORD, reference })) },
      ['a'],
    );
    await home.findImage();
    fireEvent.click(await screen.findByRole('button', { name: 'Another 2 credits' }));

    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    expect(postCalls(calls)[0]?.body).toMatchObject({
      prompt: 'a castle',
      negativePrompt: 'blur',
      reference,
    });
    expect(postCalls(calls)[0]?.body).not.toHaveProperty('model');
  });

  it('repeats the input of a thumbnail of this page without reading it', async () => {
    const calls = home.openHome();
    home.generate('a city');
    fireEvent.load(await home.findImage());
    press(/^Another/);

    await waitFor(() => expect(postCalls(calls)).toHaveLength(2));
    const bodies = postCalls(calls).map(({ body }) => body as { generationId: string });
    expect(bodies.at(1)).toEqual({ ...bodies.at(0), generationId: bodies.at(1)?.generationId });
    expect(new Set(bodies.map(({ generationId }) => generationId)).size).toBe(2);
    expect(calls.filter(({ url }) => url.startsWith('/api/thumbnails/'))).toEqual([]);
  });

  it('asks for a reference image that is no longer stored', async () => {
    const reference = { kind: 'image', use: 'style' } as const;
    const calls = home.openHome(
      { readThumbnail: () => json(storedThumbnail('a', { ...home.RECORD, reference })) },
      ['a'],
    );
    await home.findImage();
    fireEvent.click(await screen.findByRole('button', { name: /^Another/ }));

    expect(await screen.findByText(/^Its reference image is no longer stored\./)).toBeTruthy();
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

  it('waits for the request that it reads, which may have no negative prompt', async () => {
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
