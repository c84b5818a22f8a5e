import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { answer, IN_LINE, passTime, PLACE } from '../support/generations.ts';
import type { Poll } from '../support/generations.ts';
import { findImage, generateButton, imageUrl, openHome, storedIds } from '../support/site.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a generation that another device started', () => {
  const other = (id: string) => ({ id, createdAt: new Date(Date.now() - 20_000).toISOString() });
  const listed = (...ids: string[]) => ({ listGenerations: () => json({ generations: ids.map(other) }) });
  const polled = (calls: FakeCall[], id: string) =>
    calls.filter(({ url, method }) => method === 'GET' && url.endsWith(`/thumbnails/${id}`));

  it('shows its place, and arrives in the preview', async () => {
    let poll: Poll = IN_LINE;
    openHome({ ...listed('g1'), readThumbnail: answer(() => poll) });
    expect(await screen.findByText(PLACE)).toBeTruthy();
    expect(generateButton()).toMatchObject({ disabled: true });

    poll = { status: 'succeeded', url: imageUrl('g1') };
    await passTime();
    await findImage();
    expect(storedIds()).toEqual(['g1']);
  });

  it('is not followed when it is already in the history, from another tab', async () => {
    const calls = openHome(
      { ...listed('g1'), readThumbnail: answer(() => ({ status: 'succeeded', url: imageUrl('g1') })) },
      ['g1'],
    );
    await waitFor(() => expect(calls.some(({ url }) => url === '/api/generations')).toBe(true));
    await passTime();

    expect(polled(calls, 'g1')).toHaveLength(1); // The history renews its URL.
  });

  it('is followed when the page gets the focus, and not again after its end', async () => {
    let poll: Poll = IN_LINE;
    let ids: string[] = [];
    const calls = openHome({
      listGenerations: () => json({ generations: ids.map(other) }),
      readThumbnail: answer(() => poll),
    });
    await waitFor(() => expect(calls.some(({ url }) => url === '/api/generations')).toBe(true));
    await act(() => vi.advanceTimersByTimeAsync(6_000));

    ids = ['g1'];
    fireEvent.focus(window);
    expect(await screen.findByText(PLACE)).toBeTruthy();
    poll = { status: 'failed', code: 'generation_canceled', charge: 'refunded' };
    await passTime();
    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeTruthy();
    const before = polled(calls, 'g1').length;
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fireEvent.focus(window);
    await waitFor(() => expect(calls.filter(({ url }) => url === '/api/generations')).toHaveLength(3));
    await passTime();

    expect(polled(calls, 'g1')).toHaveLength(before);
  });
});
