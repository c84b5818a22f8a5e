import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as home from '../support/home.ts';
import {
  ADA,
  fakeApi,
  generated,
  imageUrl,
  lastPart,
  openPage,
  postCalls,
  setSession,
  signIn,
  storedThumbnail,
} from '../support/site.tsx';
import { clearUserData } from '../../../web/src/lib/clear-user-data.ts';
import { LOADING } from '../../../web/src/session/session-store.ts';
import { json, refusal, deferredReply } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';

describe('a generation', () => {
  it('sends the input, shows and stores the image, and reads the balance again', async () => {
    let credits = 5;
    const calls = home.openHome({ readCredits: () => json({ credits: credits-- }) });
    await screen.findByText('5');
    home.typePrompt('  a castle ');
    fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: ' blur ' } });
    await screen.findByRole('option', { name: 'Stable Diffusion 3.5 Large (2 credits)' });
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });
    home.pressGenerate();

    const image = await home.findImage();
    const [{ body } = { body: undefined }] = postCalls(calls);
    const { generationId, ...input } = body as { generationId: string };
    expect(input).toEqual({ prompt: 'a castle', negativePrompt: 'blur', model: 'large', userId: ADA.id });
    await waitFor(() => expect(home.storedIds()).toEqual([generationId]));
    await home.waitForPrevious(1);
    // The image is still loading.
    expect(screen.getByText('Generating')).toBeTruthy();
    expect(home.preview().textContent).toContain('Generating your thumbnail...');
    expect(screen.queryByText('Done')).toBeNull();
    fireEvent.load(image);
    expect(screen.getByText('Done')).toBeTruthy();
    expect(home.preview().textContent).not.toContain('Generating');
    expect(await screen.findByText('4')).toBeTruthy();
    expect(home.storedRuns()).toEqual([]);
  });

  it('starts once for two presses while the session loads, and uses the form that the user stored', async () => {
    const stored = { userId: ADA.id, negativePrompt: 'blur', model: 'large' };
    sessionStorage.setItem('generatorForm', JSON.stringify(stored));
    const calls = fakeApi();
    setSession(LOADING);
    openPage();
    home.typePrompt('a castle');
    home.pressGenerate();
    home.pressGenerate();
    setSession({ status: 'signed-in', user: ADA });

    await home.findImage();
    expect(postCalls(calls).map(({ body }) => body)).toEqual([
      { ...stored, prompt: 'a castle', generationId: expect.any(String) as string },
    ]);
  });

  it('omits an empty negative prompt and a model that was not chosen from the request', async () => {
    const calls = home.openHome();
    expect(await screen.findByDisplayValue('Stable Image Core (1 credit)')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: '  ' } });
    home.generate('a castle');

    await home.findImage();
    expect(Object.keys(postCalls(calls)[0]?.body as object).sort()).toEqual([
      'generationId',
      'prompt',
      'userId',
    ]);
  });

  it('waits for a session that is loading, then generates and shows the image once', async () => {
    const calls = fakeApi();
    setSession(LOADING);
    openPage();
    home.generate('a castle');
    expect(postCalls(calls)).toEqual([]);

    signIn();

    expect(await home.findImage()).toBeTruthy();
    await home.waitForPrevious(1);
    expect(postCalls(calls)).toHaveLength(1);
    expect(calls.filter(({ url }) => url.startsWith('/api/thumbnails/'))).toEqual([]);
  });

  it('shows the balance without its credits while it runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let credits = 5;
    home.openHome({
      readCredits: () => json({ credits }),
      generateThumbnail: () => deferredReply<'generateThumbnail'>().promise,
    });
    await screen.findByText('5');
    home.generate('a castle');
    await screen.findByText('Generating your thumbnail...');
    credits = 4;
    await act(() => vi.advanceTimersByTimeAsync(3_000));

    expect(await screen.findByText('4')).toBeTruthy();
  });

  it('shows its elapsed seconds from the third on, and then that it takes longer than usual', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    home.openHome({ generateThumbnail: () => deferredReply<'generateThumbnail'>().promise });
    home.generate('a castle');
    await screen.findByText('Generating your thumbnail...');

    expect(document.querySelector('.elapsed')?.textContent).toBe('');
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    expect(screen.queryByText(/^\d+ s$/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText('3 s')).toBeTruthy();
    expect(screen.getByText('Usually takes 5 to 15 seconds')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(13_000));
    expect(screen.getByText('16 s')).toBeTruthy();
    expect(screen.getByText('This one takes longer than usual')).toBeTruthy();
  });
});

describe('a failed generation', () => {
  it('shows the reason in the preview, enables the form, and reads the balance again', async () => {
    let credits = 5;
    home.openHome({
      readCredits: () => json({ credits: credits-- }),
      generateThumbnail: () => refusal('content_filtered', { charge: 'refunded' }),
    });
    await screen.findByText('5');
    home.generate('a castle');

    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to generate thumbnail: The image model declined this prompt; no credit was taken. Please try again.' +
        'Change the wording first.',
    );
    expect(await screen.findByText('4')).toBeTruthy();
    expect(home.generateButton().disabled).toBe(false);
    expect(screen.queryByText('Generating')).toBeNull();
    expect(screen.queryByText('Done')).toBeNull();
    expect(home.storedRuns()).toEqual([]);
    expect(home.storedIds()).toEqual([]);
    act(() => void dispatchEvent(new Event('online')));
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('is announced with the first day on which the deferred welcome credits can arrive', async () => {
    const welcomeDueAt = new Date(2026, 10, 23, 1).toISOString();
    home.openHome({ readCredits: () => json({ credits: 0, welcomeDueAt }) });
    await screen.findByText('0');
    home.generate('a castle');

    expect(
      await screen.findByText(/Your welcome credits arrive on 23 November at the earliest\./),
    ).toBeTruthy();
  });

  it('offers more credits when the server finds too few, until the next generation', async () => {
    const responses = [() => refusal('insufficient_credits')];
    home.openHome({
      generateThumbnail: () => (responses.shift() ?? (() => generated('1')))(),
    });
    await screen.findByText('5');
    expect(screen.queryByRole('link', { name: 'Buy More Credits' })).toBeNull();
    home.generate('a castle');

    expect(await screen.findByText('You have run out of credits.')).toBeTruthy();
    expect(screen.queryByText(/Failed to generate/)).toBeNull();
    const links = screen.getAllByRole('link', { name: 'Buy More Credits' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/buy-credits', '/buy-credits']);

    home.pressGenerate();
    await home.findImage();
    expect(document.querySelector('main')?.textContent).not.toContain('Buy More Credits');
  });
});

describe('a generation with a full history', () => {
  const FULL = ['a', 'b', 'c', 'd'];
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Warning!' }));

  it('offers the oldest thumbnail for download, and replaces it after Continue', async () => {
    const readThumbnail = (call: FakeCall) =>
      json(storedThumbnail(lastPart(call), { previewURL: imageUrl(`small-${lastPart(call)}`) }));
    const calls = home.openHome({ readThumbnail }, FULL);
    await home.waitForPrevious(4);
    home.generate('a castle');
    const warning = await dialog();
    expect(postCalls(calls)).toEqual([]);
    expect(warning.getByText(/^Previous Thumbnails is full\. A new thumbnail takes the place/)).toBeTruthy();
    expect(document.activeElement).toBe(warning.getByRole('button', { name: 'Continue' }));
    expect(warning.getByRole('button', { name: 'Download' })).toBeTruthy();
    const oldest = warning.getByAltText('The oldest thumbnail');
    expect(oldest).toHaveProperty('src', imageUrl('small-a'));
    fireEvent.error(oldest);
    await waitFor(() => expect(calls.filter(({ url }) => url === '/api/thumbnails/a')).toHaveLength(2));
    fireEvent.click(warning.getByRole('button', { name: 'Continue' }));

    await waitFor(() => expect(home.storedIds()).toEqual(['b', 'c', 'd', expect.any(String)]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says in the dialog that a download has failed', async () => {
    home.openHome({ image: () => new Response('', { status: 403 }) }, FULL);
    await home.waitForPrevious(4);
    home.generate('a castle');
    const warning = await dialog();
    fireEvent.click(warning.getByRole('button', { name: 'Download' }));

    expect(await warning.findByText('Failed to download image. Please try again.')).toBeTruthy();
  });

  it('asks no more on this device for this user, also after signing out, if the user wants that', async () => {
    const calls = home.openHome({}, FULL);
    await home.waitForPrevious(4);
    home.generate('a castle');
    const warning = await dialog();
    expect(warning.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    fireEvent.click(warning.getByRole('checkbox', { name: 'Do not ask again on this device' }));
    fireEvent.click(warning.getByRole('button', { name: 'Continue' }));
    await home.findImage();
    clearUserData();
    expect(localStorage.getItem('replaceWithoutAsking')).toBe(ADA.id);
    home.storeHistory(FULL);
    home.generate('a city');

    await waitFor(() => expect(postCalls(calls)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is cancelled by Cancel, also when Generate was pressed before the session had loaded', async () => {
    const calls = fakeApi();
    setSession(LOADING);
    openPage();
    home.generate('a castle');
    home.storeHistory(FULL);
    signIn();
    fireEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByText('Thumbnail generation cancelled.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(postCalls(calls)).toEqual([]);
  });
});
