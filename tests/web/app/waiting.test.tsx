import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WaitingInLine } from '../../../web/src/features/generator/components/generation-progress.tsx';
import { json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { answer, IN_LINE, passTime, PLACE, startWaiting, storedRuns } from '../support/generations.ts';
import type { Poll } from '../support/generations.ts';
import {
  findImage,
  generate,
  generateButton,
  imageUrl,
  openHome,
  preview,
  storedIds,
} from '../support/site.tsx';

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a generation that waits in line', () => {
  it('shows its place and an estimate, then its image', async () => {
    let polls = 0;
    const states: Poll[] = [{ ...IN_LINE, ahead: 0, estimatedSeconds: 65 }, { status: 'pending' }];
    const done: Poll = { status: 'succeeded', url: imageUrl('g1') };
    openHome({ generateThumbnail: startWaiting, readThumbnail: answer(() => states[polls++] ?? done) });
    generate('a castle');

    expect(await screen.findByText(PLACE)).toBeTruthy();
    expect(screen.getByText('Waiting in line. 3 ahead of you')).toBeTruthy();
    expect(generateButton()).toMatchObject({ disabled: true });
    expect(preview().getAttribute('aria-busy')).toBe('true');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    expect(document.title).toBe('Waiting in line · Thumbforge');
    hidden.mockRestore();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await screen.findByText('You are next, about 2 minutes')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    expect(preview().textContent).toContain('Generating your thumbnail...');
    await passTime();
    await findImage();
  });

  it('returns the credit when it is canceled, and says so', async () => {
    let credits = 5;
    const calls = openHome({
      generateThumbnail: startWaiting,
      readThumbnail: answer(() => IN_LINE),
      readCredits: () => json({ credits: credits-- }),
    });
    generate('a castle');
    await press('Cancel');

    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeTruthy();
    expect(await screen.findByText('4')).toBeTruthy();
    expect(screen.queryByText(PLACE)).toBeNull();
    expect(storedRuns()).toEqual([]);
    expect(calls.filter(({ url }) => url.endsWith('/cancel'))).toHaveLength(1);
    const callsBefore = calls.length;
    await passTime();
    expect(calls).toHaveLength(callsBefore);
  });

  it('goes on when it is too late to cancel it', async () => {
    openHome({
      generateThumbnail: startWaiting,
      readThumbnail: answer(() => IN_LINE),
      cancelGeneration: () => refusal('in_progress'),
    });
    generate('a castle');
    await press('Cancel');

    expect(
      await screen.findByText('It is being generated now, so it can no longer be cancelled.'),
    ).toBeTruthy();
    expect(screen.getByText(PLACE)).toBeTruthy();
    await press('Stop waiting');
    expect(screen.queryByText(PLACE)).toBeNull();
    expect(generateButton()).toMatchObject({ disabled: false });
  });
});

it('a notification is asked for only by a button, and shown to a hidden page', async () => {
  const shown: string[] = [];
  class FakeNotification extends EventTarget {
    static permission: NotificationPermission = 'default';
    static requestPermission() {
      FakeNotification.permission = 'granted';
      return Promise.resolve('granted');
    }
    constructor(title: string) {
      super();
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  let poll: Poll = IN_LINE;
  openHome({ generateThumbnail: startWaiting, readThumbnail: answer(() => poll) });
  generate('a castle');
  await press('Notify me');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull());
  expect(preview().textContent).toContain('You get a notification.');

  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  poll = { status: 'succeeded', url: imageUrl('g1') };
  await passTime();
  await waitFor(() => expect(storedIds()).toHaveLength(1));
  expect(shown).toHaveLength(1);
  hidden.mockRestore();
});

it.each([
  [{}, 1, 'All models are busy at the moment.'],
  [{ ahead: 0 }, 1, 'You are next'],
  [{ ahead: 1, estimatedSeconds: 1 }, 2, '1 ahead of you, about 10 seconds'],
  [{ ahead: 2, estimatedSeconds: 50 }, 3, '2 ahead of you, about 50 seconds'],
  [{ ahead: 3, estimatedSeconds: 60 }, 4, '3 ahead of you, about a minute'],
  [{ ahead: 9, estimatedSeconds: 61 }, 4, '9 ahead of you, about 2 minutes'],
])('a generation in line at %j is drawn as %i places, and says: %s', (position, places, text) => {
  render(<WaitingInLine position={position} />);

  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(places);
});

it('a generation in line keeps its place offline', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  render(<WaitingInLine position={{ ahead: 3 }} />);

  expect(screen.getByText('You are offline. You keep your place.')).toBeTruthy();
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
