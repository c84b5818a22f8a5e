import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WaitingInLine } from '../../../web/src/features/generator/components/generation-progress.tsx';
import { json, lostConnection, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { imageUrl } from '../support/site.tsx';

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a generation that waits in line', () => {
  it('shows its place and an estimate, then its image', async () => {
    let polls = 0;
    const states: home.Poll[] = [{ ...home.IN_LINE, ahead: 0, estimatedSeconds: 65 }, { status: 'pending' }];
    const done: home.Poll = { status: 'succeeded', url: imageUrl('g1') };
    home.openHome({
      generateThumbnail: home.startWaiting,
      readThumbnail: home.answer(() => states[polls++] ?? done),
    });
    home.generate('a castle');

    expect(await screen.findByText(home.PLACE)).toBeTruthy();
    expect(screen.getByText('Waiting in line. 3 ahead of you')).toBeTruthy();
    expect(home.generateButton()).toMatchObject({ disabled: true });
    expect(home.preview().getAttribute('aria-busy')).toBe('true');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    expect(document.title).toBe('Waiting in line · Thumbforge');
    hidden.mockRestore();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await screen.findByText('You are next, about 2 minutes')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    expect(home.preview().textContent).toContain('Generating your thumbnail...');
    await home.passTime();
    await home.findImage();
  });

  it('returns the credit when it is canceled, and says so', async () => {
    let credits = 5;
    const calls = home.openHome({
      generateThumbnail: home.startWaiting,
      readThumbnail: home.answer(() => home.IN_LINE),
      readCredits: () => json({ credits: credits-- }),
    });
    home.generate('a castle');
    await press('Cancel');

    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeTruthy();
    expect(await screen.findByText('4')).toBeTruthy();
    expect(screen.queryByText(home.PLACE)).toBeNull();
    expect(home.storedRuns()).toEqual([]);
    expect(calls.filter(({ url }) => url.endsWith('/cancel'))).toHaveLength(1);
    const callsBefore = calls.length;
    await home.passTime();
    expect(calls).toHaveLength(callsBefore);
  });

  it.each([
    ['whose answer was lost', lostConnection],
    ['that failed on the server', () => refusal('internal', { charge: 'returning' })],
  ])('does not say that it was not cancelled after a press %s: it may have been', async (_, reply) => {
    home.openHome({
      generateThumbnail: home.startWaiting,
      readThumbnail: home.answer(() => home.IN_LINE),
      cancelGeneration: reply,
    });
    home.generate('a castle');
    await press('Cancel');

    expect(
      await screen.findByText('We did not hear whether it was cancelled. If it was, this page says so.'),
    ).toBeTruthy();
    expect(screen.getByText(home.PLACE)).toBeTruthy();
  });

  it('goes on when it is too late to cancel it', async () => {
    home.openHome({
      generateThumbnail: home.startWaiting,
      readThumbnail: home.answer(() => home.IN_LINE),
      cancelGeneration: () => refusal('in_progress'),
    });
    home.generate('a castle');
    await press('Cancel');

    expect(
      await screen.findByText('It is being generated now, so it can no longer be cancelled.'),
    ).toBeTruthy();
    expect(screen.getByText(home.PLACE)).toBeTruthy();
    await press('Stop waiting');
    expect(screen.queryByText(home.PLACE)).toBeNull();
    expect(home.generateButton()).toMatchObject({ disabled: false });
  });
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
    let poll: home.Poll = home.IN_LINE;
    home.openHome({ ...listed('g1'), readThumbnail: home.answer(() => poll) });
    expect(await screen.findByText(home.PLACE)).toBeTruthy();
    expect(home.generateButton()).toMatchObject({ disabled: true });

    poll = { status: 'succeeded', url: imageUrl('g1') };
    await home.passTime();
    await home.findImage();
    expect(home.storedIds()).toEqual(['g1']);
  });

  it('reports its failure also if it is the last image of its set', async () => {
    let poll: home.Poll = home.IN_LINE;
    home.openHome({
      listGenerations: () => json({ generations: [{ ...other('g1'), setId: 'set' }] }),
      readThumbnail: home.answer(() => poll),
    });
    await screen.findByText(home.PLACE);

    poll = { status: 'failed', code: 'model_unavailable', charge: 'refunded' };
    await home.passTime();
    expect(await screen.findByText(/^Failed to generate thumbnail: The image models are busy/)).toBeTruthy();
  });

  it('is not followed when it is already in the history, from another tab', async () => {
    const calls = home.openHome(
      { ...listed('g1'), readThumbnail: home.answer(() => ({ status: 'succeeded', url: imageUrl('g1') })) },
      ['g1'],
    );
    await waitFor(() => expect(calls.some(({ url }) => url === '/api/generations')).toBe(true));
    await home.passTime();

    expect(polled(calls, 'g1')).toHaveLength(1); // The history renews its URL.
  });

  it('is followed when the page gets the focus, and not again after its end', async () => {
    let poll: home.Poll = home.IN_LINE;
    let ids: string[] = [];
    const calls = home.openHome({
      listGenerations: () => json({ generations: ids.map(other) }),
      readThumbnail: home.answer(() => poll),
    });
    await waitFor(() => expect(calls.some(({ url }) => url === '/api/generations')).toBe(true));
    await act(() => vi.advanceTimersByTimeAsync(6_000));

    ids = ['g1'];
    fireEvent.focus(window);
    expect(await screen.findByText(home.PLACE)).toBeTruthy();
    poll = { status: 'failed', code: 'generation_canceled', charge: 'refunded' };
    await home.passTime();
    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeTruthy();
    const before = polled(calls, 'g1').length;
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    fireEvent.focus(window);
    await waitFor(() => expect(calls.filter(({ url }) => url === '/api/generations')).toHaveLength(3));
    await home.passTime();

    expect(polled(calls, 'g1')).toHaveLength(before);
  });
});
