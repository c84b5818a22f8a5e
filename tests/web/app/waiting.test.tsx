// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import {
  ADA,
  findImage,
  generate,
  generateButton,
  imageUrl,
  openHome,
  postCalls,
  preview,
  storedIds,
} from '../support/site.tsx';

const inLine = { status: 'waiting', ahead: 3, estimatedSeconds: 38 };
const waiting = ({ body }: FakeCall) => json({ ...inLine, ...(body as { generationId: string }) }, 202);

/** Answers the polls with `poll`, and a cancellation with `cancel`. */
const answer =
  (poll: () => object, cancel: () => Response = () => json({ canceled: true })) =>
  ({ url, method }: FakeCall) =>
    method === 'POST' ? cancel() : json({ id: url.split('/').at(-1), prompt: 'a castle', ...poll() });

/** Lets the time of one poll pass. */
const passTime = () => act(() => vi.advanceTimersByTimeAsync(4_000));

const PLACE = '3 ahead of you, about 40 seconds';

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const storePending = () =>
  sessionStorage.setItem(
    'pendingGeneration',
    JSON.stringify({ userId: ADA.id, generationId: 'g1', startedAt: Date.now() }),
  );

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a generation that waits in line', () => {
  it('shows its place and an estimate, then its image', async () => {
    let polls = 0;
    const states = [{ ...inLine, ahead: 0, estimatedSeconds: 65 }, { status: 'pending' }];
    const done = { status: 'succeeded', url: imageUrl('g1') };
    openHome({ generate: waiting, read: answer(() => states[polls++] ?? done) });
    generate('a castle');

    expect(await screen.findByText(PLACE)).toBeTruthy();
    expect(screen.getByText('Waiting in line', { selector: '[role=status]' })).toBeTruthy();
    expect(generateButton()).toMatchObject({ disabled: true });
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
      generate: waiting,
      read: answer(() => inLine),
      credits: () => json({ credits: credits-- }),
    });
    generate('a castle');
    await press('Cancel');

    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeTruthy();
    expect(await screen.findByText('4')).toBeTruthy();
    expect(screen.queryByText(PLACE)).toBeNull();
    expect(sessionStorage.getItem('pendingGeneration')).toBeNull();
    expect(calls.filter(({ url }) => url.endsWith('/cancel'))).toHaveLength(1);
    const callsBefore = calls.length;
    await passTime();
    expect(calls).toHaveLength(callsBefore);
  });

  it('goes on when it is too late to cancel it', async () => {
    openHome({
      generate: waiting,
      read: answer(
        () => inLine,
        () => refusal(409, 'in_progress', 'This thumbnail is still being generated.'),
      ),
    });
    generate('a castle');
    await press('Cancel');

    expect(
      await screen.findByText('It is being generated now, so it can no longer be cancelled.'),
    ).toBeTruthy();
    expect(screen.getByText(PLACE)).toBeTruthy();
  });

  it('keeps its place across a reload, and leaves quietly when it was canceled on another device', async () => {
    storePending();
    let poll: object = inLine;
    openHome({ read: answer(() => poll) });
    expect(await screen.findByText(PLACE)).toBeTruthy();

    poll = { status: 'failed', code: 'generation_canceled', error: 'You cancelled this thumbnail.' };
    await passTime();
    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('arrives in the history after the creator has stopped waiting, with its own input for Another', async () => {
    let poll: object = inLine;
    let isFirst = true;
    const calls = openHome({
      generate: (call) => {
        if (!isFirst) return json({ ...(call.body as object), imageURL: imageUrl('g2') });
        isFirst = false;
        return waiting(call);
      },
      read: answer(() => poll),
    });
    generate('a castle');
    await screen.findByText(PLACE);
    await press('Stop waiting');
    expect(preview().textContent).not.toContain('Waiting in line');
    expect(generateButton()).toMatchObject({ disabled: false });
    generate('a dog');
    await findImage();

    poll = { status: 'succeeded', url: imageUrl('g1'), prompt: 'a castle', model: 'core' };
    await passTime();
    await waitFor(() => expect(storedIds()).toHaveLength(2));
    expect(await screen.findByText('Your thumbnail has arrived in Previous Thumbnails.')).toBeTruthy();
    await press('a castle');
    await press(/^Another/);
    await waitFor(() => expect(postCalls(calls)).toHaveLength(3));
    expect(postCalls(calls)[2]?.body).toMatchObject({ prompt: 'a castle' });
  });
});

describe('a generation that another device started', () => {
  const other = (id: string) => ({ id, createdAt: new Date(Date.now() - 20_000).toISOString() });
  const listed = (...ids: string[]) => ({ generations: () => json({ generations: ids.map(other) }) });
  const polled = (calls: FakeCall[], id: string) =>
    calls.filter(({ url, method }) => method === 'GET' && url.endsWith(`/thumbnails/${id}`));

  it('shows its place, and arrives in the preview', async () => {
    let poll: object = inLine;
    openHome({ ...listed('g1'), read: answer(() => poll) });
    expect(await screen.findByText(PLACE)).toBeTruthy();
    expect(generateButton()).toMatchObject({ disabled: true });

    poll = { status: 'succeeded', url: imageUrl('g1') };
    await passTime();
    await findImage();
    expect(storedIds()).toEqual(['g1']);
  });

  it('can be canceled', async () => {
    const calls = openHome({ ...listed('g1'), read: answer(() => inLine) });
    await press('Cancel');

    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeTruthy();
    expect(calls.filter(({ url }) => url.endsWith('/g1/cancel'))).toHaveLength(1);
    expect(preview().textContent).toContain('Your thumbnail will appear here');
  });

  it('shows the seconds since its start', async () => {
    openHome({ ...listed('g1'), read: answer(() => ({ status: 'pending' })) });

    expect(await screen.findByText(/^\d\d s$/)).toBeTruthy();
  });

  it('arrives in the history while the preview shows a newer one', async () => {
    let isDone = false;
    const done = { status: 'succeeded', url: imageUrl('g1') };
    const place = (id: string) => (id === 'g2' ? inLine : { ...inLine, ahead: 1 });
    const calls = openHome({
      ...listed('g2', 'g1'),
      read: (call) => answer(() => (isDone ? done : place(call.url.slice(-2))))(call),
    });
    await waitFor(() => expect(polled(calls, 'g1')).not.toHaveLength(0));
    await passTime();
    expect(screen.getByText(PLACE)).toBeTruthy();

    isDone = true;
    await passTime();
    await waitFor(() => expect(new Set(storedIds())).toEqual(new Set(['g1', 'g2'])));
    expect(await screen.findByText('Your thumbnail has arrived in Previous Thumbnails.')).toBeTruthy();
  });

  it('is not followed twice when this tab has started it', async () => {
    storePending();
    const calls = openHome({
      ...listed('g1'),
      read: answer(() => ({ status: 'succeeded', url: imageUrl('g1') })),
    });
    await findImage();
    await waitFor(() => expect(calls.some(({ url }) => url === '/api/generations')).toBe(true));
    await passTime();

    expect(polled(calls, 'g1')).toHaveLength(1);
  });

  it('is not followed when it is already in the history, from another tab', async () => {
    const calls = openHome(
      { ...listed('g1'), read: answer(() => ({ status: 'succeeded', url: imageUrl('g1') })) },
      ['g1'],
    );
    await waitFor(() => expect(calls.some(({ url }) => url === '/api/generations')).toBe(true));
    await passTime();

    expect(polled(calls, 'g1')).toHaveLength(1); // The history renews its URL.
  });

  it('is followed when the page gets the focus, and not again after its end', async () => {
    let poll: object = inLine;
    let ids: string[] = [];
    const calls = openHome({
      generations: () => json({ generations: ids.map(other) }),
      read: answer(() => poll),
    });
    await waitFor(() => expect(calls.some(({ url }) => url === '/api/generations')).toBe(true));
    await act(() => vi.advanceTimersByTimeAsync(6_000));

    ids = ['g1'];
    fireEvent.focus(window);
    expect(await screen.findByText(PLACE)).toBeTruthy();
    poll = { status: 'failed', code: 'generation_canceled', error: 'You cancelled this thumbnail.' };
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

describe('the notification of a thumbnail', () => {
  /** Replaces the browser's notifications. @returns the titles of those that were shown */
  function fakeNotifications(answered: NotificationPermission) {
    const shown: string[] = [];
    class FakeNotification extends EventTarget {
      static permission: NotificationPermission = 'default';
      static requestPermission() {
        FakeNotification.permission = answered;
        return Promise.resolve(answered);
      }
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    vi.stubGlobal('Notification', FakeNotification);
    return shown;
  }

  it.each([
    ['granted', 1],
    ['denied', 0],
  ] as const)(
    'is asked for only by a button, and shown to a hidden page when it is %s',
    async (answered, count) => {
      const shown = fakeNotifications(answered);
      let poll: object = inLine;
      openHome({ generate: waiting, read: answer(() => poll) });
      generate('a castle');
      await press('Notify me');
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull());

      const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      poll = { status: 'succeeded', url: imageUrl('g1') };
      await passTime();
      await waitFor(() => expect(storedIds()).toHaveLength(1));
      expect(shown).toHaveLength(count);
      hidden.mockRestore();
    },
  );
});
