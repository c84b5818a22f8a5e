import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  expiredSession,
  deferred,
  json,
  lostConnection,
  refusal,
  deferredReply,
} from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import {
  ADA,
  BOB,
  cognito,
  generated,
  imageUrl,
  openPage,
  postCalls,
  setSession,
  signIn,
  storedThumbnail,
} from '../support/site.tsx';
import { VISITOR } from '../../../web/src/session/session-store.ts';

describe('an interrupted generation', () => {
  it('is resumed after a reload', async () => {
    home.storeRuns();
    home.openHome();

    expect(await home.findImage()).toHaveProperty('src', 'https://images.test/g1.png?fresh');
    await waitFor(() => expect(home.storedIds()).toEqual(['g1']));
    expect(home.storedRuns()).toEqual([]);
  });

  it('shows its paid image after the session expired during the polling and the user signed in again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const signedOut = deferred<undefined>();
    cognito.signOut.mockImplementation(() => signedOut.promise);
    let isExpired = true;
    const calls = home.openHome({
      generateThumbnail: () => lostConnection(),
      readThumbnail: () => (isExpired ? expiredSession() : json(storedThumbnail('paid'))),
    });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    // The sign-out takes longer than the end of the generation.
    await waitFor(() => expect(home.generateButton().disabled).toBe(false));
    signedOut.resolve(undefined);
    setSession(VISITOR);
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(home.storedRuns()).toMatchObject([{ userId: ADA.id }]);

    isExpired = false;
    signIn();
    openPage();
    expect(await home.findImage()).toHaveProperty('src', 'https://images.test/paid.png');
    expect(postCalls(calls)).toHaveLength(1);
  });

  it('of another user is not resumed', async () => {
    home.storeRuns(['g1'], { userId: BOB.id });
    const calls = home.openHome();
    await screen.findByText('Your last four thumbnails are kept here.');

    expect(calls.filter(({ url }) => url.endsWith('/g1'))).toEqual([]);
  });

  it('stays stored when its page gets another user, and its late response changes nothing', async () => {
    const response = deferredReply<'generateThumbnail'>();
    const calls = home.openHome({ generateThumbnail: () => response.promise });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    setSession({ status: 'signed-in', user: BOB });
    expect(postCalls(calls)[0]?.signal?.aborted).toBe(true);
    await act(async () => {
      response.resolve(generated('late'));
      await response.promise;
    });

    expect(home.storedIds()).toEqual([]);
    expect(home.storedRuns()).toMatchObject([{ userId: ADA.id, isWatched: true }]);
    expect(screen.queryByText('Generating your thumbnail...')).toBeNull();
  });

  it('is never asked for with the token of a user who has just signed in in another tab', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void cognito.readIdToken.mockImplementation(() => Promise.resolve('token')));
    const tokenOf = { current: ADA.id };
    cognito.readIdToken.mockImplementation((userId = tokenOf.current) =>
      userId === tokenOf.current
        ? Promise.resolve(`token of ${userId}`)
        : Promise.reject(new Error('Another')),
    );
    const calls = home.openHome({
      generateThumbnail: home.startWaiting,
      readThumbnail: () => refusal('not_found'),
    });
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));

    tokenOf.current = BOB.id;
    await act(() => vi.advanceTimersByTimeAsync(10_000));

    const foreign = calls.filter(
      ({ url, authorization }) =>
        authorization === `Bearer token of ${BOB.id}` && !url.startsWith('/api/credits'),
    );
    expect(foreign.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    expect(home.storedRuns()).toMatchObject([{ userId: ADA.id }]);
  });

  it('continues while another page is open, and that page reports that the image has arrived', async () => {
    const response = deferredReply<'generateThumbnail'>();
    const calls = home.openHome({ generateThumbnail: () => response.promise }, ['a', 'b']);
    await home.findImage();
    fireEvent.click(home.previousButtons()[0] ?? document.body);
    home.generate('a castle');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    fireEvent.click(screen.getByRole('link', { name: 'Buy Credits' }));
    await screen.findByRole('heading', { name: 'Get More Credits' });
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    onTestFinished(() => hidden.mockRestore());
    const balances = () => calls.filter(({ url }) => url === '/api/credits').length;
    // The home page and this page have read the balance.
    await waitFor(() => expect(balances()).toBe(2));
    response.resolve(generated('late'));

    expect(await screen.findByText('Your thumbnail has arrived in Previous Thumbnails.')).toBeTruthy();
    expect(document.title).toBe('Thumbnail ready · Thumbforge');
    expect(home.storedIds()).toHaveLength(3);
    expect(home.storedRuns()).toEqual([]);
    expect(balances()).toBe(3);

    fireEvent.click(screen.getByRole('link', { name: /Back to Home/ }));
    expect(await home.findImage()).toHaveProperty('src', imageUrl('late'));
  });

  // The request did not arrive, or another tab knows why it was refused, or another device has deleted the thumbnail.
  it('that the server does not know is dropped, and the page says only that it found no thumbnail', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    home.storeRuns();
    home.openHome({ readThumbnail: () => refusal('not_found') });
    await act(() => vi.advanceTimersByTimeAsync(11_000)); // Its request may still arrive.
    await waitFor(() => expect(home.storedRuns()).toEqual([]));

    expect(await screen.findByText('Your thumbnail will appear here')).toBeTruthy();
    expect(
      await screen.findByText(
        'No thumbnail of your last request was found. If the request arrives later, its thumbnail is in All thumbnails.',
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/Failed to generate/)).toBeNull();
  });
});
