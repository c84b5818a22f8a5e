import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, json, lostConnection, refusal } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { lastPart, openPage, postCalls, setSession, signIn, storedThumbnail } from '../support/site.tsx';
import { VISITOR } from '../../../web/src/session/session-store.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const another = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Another/ });

describe('a generation whose outcome is unknown', () => {
  it('keeps its id at the next press for the same input, so that it is paid once', async () => {
    let isLost = true;
    const calls = home.openHome({
      generateThumbnail: (call) =>
        isLost
          ? lostConnection()
          : json({ imageURL: 'https://images.test/a.png', generationId: home.readId(call) }),
      readThumbnail: () => (isLost ? lostConnection() : refusal('not_found')),
    });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    expect(await screen.findByText(/The connection was lost/)).toBeTruthy();

    isLost = false;
    // The code of the buttons loads lazily.
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));

    await home.findImage();
    expect(new Set(postCalls(calls).map(home.readId)).size).toBe(1);
    expect(home.storedIds()).toHaveLength(1);
  });

  it('keeps its id for the same input after a reload, too, and only for it', async () => {
    let isLost = true;
    const calls = home.openHome({
      generateThumbnail: (call) =>
        isLost
          ? lostConnection()
          : json({ imageURL: 'https://images.test/a.png', generationId: home.readId(call) }),
      readThumbnail: () => (isLost ? lostConnection() : refusal('not_found')),
    });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    setSession(VISITOR);
    cleanup();
    signIn();
    openPage();
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    await screen.findByText(/The connection was lost/);
    // A browser that is shared keeps no words of the creator.
    expect(localStorage.getItem('pendingGenerations')).not.toContain('castle');

    isLost = false;
    home.generate('a castle');

    await home.findImage();
    expect(new Set(postCalls(calls).map(home.readId)).size).toBe(1);
    home.generate('a city');
    await waitFor(() => expect(new Set(postCalls(calls).map(home.readId)).size).toBe(2));
  });

  it('is followed after a reload that was faster than its request, and shown', async () => {
    const polls = [
      () => refusal('not_found'),
      () => json(storedThumbnail('g1', { url: undefined, status: 'pending' })),
      (id: string) => json(storedThumbnail(id)),
    ];
    let polled = 0;
    const calls = home.openHome({
      generateThumbnail: () => deferredReply<'generateThumbnail'>().promise,
      readThumbnail: (call) => polls[Math.min(polled++, 2)]?.(lastPart(call)) ?? lostConnection(),
    });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    setSession(VISITOR);
    cleanup();
    signIn();
    openPage();
    await act(() => vi.advanceTimersByTimeAsync(6_000));

    await home.findImage();
    expect(home.storedIds()).toEqual(postCalls(calls).map(home.readId));
  });

  it('is followed after a reload that was faster than its second request', async () => {
    let network: 'lost' | 'slow' | 'works' = 'lost';
    const calls = home.openHome({
      generateThumbnail: () =>
        network === 'lost' ? lostConnection() : deferredReply<'generateThumbnail'>().promise,
      readThumbnail: (call) => {
        if (network === 'lost') return lostConnection();
        return network === 'slow' ? refusal('not_found') : json(storedThumbnail(lastPart(call)));
      },
    });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    network = 'slow';
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(postCalls(calls)).toHaveLength(2);
    setSession(VISITOR);
    cleanup();
    signIn();
    openPage();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    network = 'works';
    await act(() => vi.advanceTimersByTimeAsync(2_000));

    await home.findImage();
    expect(new Set(postCalls(calls).map(home.readId))).toEqual(new Set(home.storedIds()));
  });

  it('does not give its id to another prompt', async () => {
    let isLost = true;
    const calls = home.openHome({
      generateThumbnail: (call) =>
        isLost
          ? lostConnection()
          : json({ imageURL: 'https://images.test/a.png', generationId: home.readId(call) }),
      readThumbnail: () => lostConnection(),
    });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(70_000));
    await screen.findByText(/The connection was lost/);

    isLost = false;
    home.generate('a city');

    await home.findImage();
    expect(new Set(postCalls(calls).map(home.readId)).size).toBe(2);
  });
});

describe('what a paid request waits for', () => {
  it('is busy while Another reads its prompt, so that Generate does not pay a second time', async () => {
    const read = deferredReply<'readThumbnail'>();
    let isReading = false;
    const calls = await home.openWithThumbnail({
      readThumbnail: (call) => (isReading ? read.promise : home.readRecord(call)),
    });
    home.typePrompt('a city');
    isReading = true;
    fireEvent.click(another());

    expect(another().disabled).toBe(true);
    expect(another().querySelector('.spinner')).not.toBeNull();
    expect(home.generateButton().disabled).toBe(true);
    fireEvent.keyDown(screen.getByLabelText('Negative prompt'), { key: 'Enter', ctrlKey: true });
    await act(async () => {
      read.resolve(json(storedThumbnail('a', home.RECORD)));
      await read.promise;
    });

    await waitFor(() => expect(home.storedIds()).toHaveLength(2));
    expect(postCalls(calls).map(({ body }) => body)).toMatchObject([{ prompt: home.RECORD.prompt }]);
    expect(home.generateButton().disabled).toBe(false);
  });

  it('is dropped when the session ends before it is read', async () => {
    const read = deferredReply<'readThumbnail'>();
    let isReading = false;
    const calls = await home.openWithThumbnail({
      readThumbnail: (call) => (isReading ? read.promise : home.readRecord(call)),
    });
    isReading = true;
    fireEvent.click(another());
    setSession(VISITOR);
    await act(async () => {
      read.resolve(json(storedThumbnail('a', home.RECORD)));
      await read.promise;
    });

    expect(postCalls(calls)).toEqual([]);
    expect(home.storedRuns()).toEqual([]);
  });
});
