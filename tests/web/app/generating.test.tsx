import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  generated,
  ADA,
  fakeApi,
  findImage,
  generate,
  generateButton,
  imageUrl,
  openHome,
  openPage,
  postCalls,
  setSession,
  signIn,
  storedIds,
  storeHistory,
  typePrompt,
  pressGenerate,
  preview,
  waitForPrevious,
  storedThumbnail,
  lastPart,
} from '../support/site.tsx';
import { clearUserData } from '../../../web/src/lib/browser-storage.ts';
import { LOADING } from '../../../web/src/session/session-store.ts';
import { json, refusal, deferredReply } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import { storedRuns } from '../support/generations.ts';

describe('a generation', () => {
  it('sends the input, shows and stores the image, and reads the balance again', async () => {
    let credits = 5;
    const calls = openHome({ readCredits: () => json({ credits: credits-- }) });
    await screen.findByText('5');
    typePrompt('  a castle ');
    fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: ' blur ' } });
    await screen.findByRole('option', { name: 'Stable Diffusion 3.5 Large (2 credits)' });
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });
    pressGenerate();

    const image = await findImage();
    const [{ body } = { body: undefined }] = postCalls(calls);
    const { generationId, ...input } = body as { generationId: string };
    expect(input).toEqual({ prompt: 'a castle', negativePrompt: 'blur', model: 'large', userId: ADA.id });
    await waitFor(() => expect(storedIds()).toEqual([generationId]));
    await waitForPrevious(1);
    // The image is still loading.
    expect(screen.getByText('Generating')).toBeTruthy();
    expect(preview().textContent).toContain('Generating your thumbnail...');
    expect(screen.queryByText('Done')).toBeNull();
    fireEvent.load(image);
    expect(screen.getByText('Done')).toBeTruthy();
    expect(preview().textContent).not.toContain('Generating');
    expect(await screen.findByText('4')).toBeTruthy();
    expect(storedRuns()).toEqual([]);
  });

  it('omits an empty negative prompt and a model that was not chosen from the request', async () => {
    const calls = openHome();
    expect(await screen.findByDisplayValue('Stable Image Core (1 credit)')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: '  ' } });
    generate('a castle');

    await findImage();
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
    generate('a castle');
    expect(postCalls(calls)).toEqual([]);

    signIn();

    expect(await findImage()).toBeTruthy();
    await waitForPrevious(1);
    expect(postCalls(calls)).toHaveLength(1);
    expect(calls.filter(({ url }) => url.startsWith('/api/thumbnails/'))).toEqual([]);
  });

  it('shows the balance without its credits while it runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let credits = 5;
    openHome({
      readCredits: () => json({ credits }),
      generateThumbnail: () => deferredReply<'generateThumbnail'>().promise,
    });
    await screen.findByText('5');
    generate('a castle');
    await screen.findByText('Generating your thumbnail...');
    credits = 4;
    await act(() => vi.advanceTimersByTimeAsync(3_000));

    expect(await screen.findByText('4')).toBeTruthy();
  });

  it('shows its elapsed seconds from the third on, and then that it takes longer than usual', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    openHome({ generateThumbnail: () => deferredReply<'generateThumbnail'>().promise });
    generate('a castle');
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
    openHome({
      readCredits: () => json({ credits: credits-- }),
      generateThumbnail: () => refusal('content_filtered', { charge: 'refunded' }),
    });
    await screen.findByText('5');
    generate('a castle');

    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to generate thumbnail: The image model declined this prompt; no credit was taken. Please try again.' +
        'Change the wording first.',
    );
    expect(await screen.findByText('4')).toBeTruthy();
    expect(generateButton().disabled).toBe(false);
    expect(screen.queryByText('Generating')).toBeNull();
    expect(screen.queryByText('Done')).toBeNull();
    expect(storedRuns()).toEqual([]);
    expect(storedIds()).toEqual([]);
    act(() => void dispatchEvent(new Event('online')));
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('is announced for the day on which the deferred welcome credits arrive', async () => {
    const welcomeDueAt = new Date(2026, 10, 23, 1).toISOString();
    openHome({ readCredits: () => json({ credits: 0, welcomeDueAt }) });
    await screen.findByText('0');
    generate('a castle');

    expect(await screen.findByText(/Your welcome credits arrive on 23 November\./)).toBeTruthy();
  });

  it('offers more credits when the server finds too few, until the next generation', async () => {
    const responses = [() => refusal('insufficient_credits')];
    openHome({
      generateThumbnail: () => (responses.shift() ?? (() => generated('1')))(),
    });
    await screen.findByText('5');
    expect(screen.queryByRole('link', { name: 'Buy More Credits' })).toBeNull();
    generate('a castle');

    expect(await screen.findByText('You have run out of credits.')).toBeTruthy();
    expect(screen.queryByText(/Failed to generate/)).toBeNull();
    const links = screen.getAllByRole('link', { name: 'Buy More Credits' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/buy-credits', '/buy-credits']);

    pressGenerate();
    await findImage();
    expect(document.querySelector('main')?.textContent).not.toContain('Buy More Credits');
  });
});

describe('a generation with a full history', () => {
  const FULL = ['a', 'b', 'c', 'd'];
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Warning!' }));

  it('offers the oldest thumbnail for download, and replaces it after Continue', async () => {
    const readThumbnail = (call: FakeCall) =>
      json(storedThumbnail(lastPart(call), { previewURL: imageUrl(`small-${lastPart(call)}`) }));
    const calls = openHome({ readThumbnail }, FULL);
    await waitForPrevious(4);
    generate('a castle');
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

    await waitFor(() => expect(storedIds()).toEqual(['b', 'c', 'd', expect.any(String)]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says in the dialog that a download has failed', async () => {
    openHome({ image: () => new Response('', { status: 403 }) }, FULL);
    await waitForPrevious(4);
    generate('a castle');
    const warning = await dialog();
    fireEvent.click(warning.getByRole('button', { name: 'Download' }));

    expect(await warning.findByText('Failed to download image. Please try again.')).toBeTruthy();
  });

  it('asks no more on this device for this user, also after signing out, if the user wants that', async () => {
    const calls = openHome({}, FULL);
    await waitForPrevious(4);
    generate('a castle');
    const warning = await dialog();
    expect(warning.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    fireEvent.click(warning.getByRole('checkbox', { name: 'Do not ask again on this device' }));
    fireEvent.click(warning.getByRole('button', { name: 'Continue' }));
    await findImage();
    clearUserData();
    expect(localStorage.getItem('replaceWithoutAsking')).toBe(ADA.id);
    storeHistory(FULL);
    generate('a city');

    await waitFor(() => expect(postCalls(calls)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is cancelled by Cancel, also when Generate was pressed before the session had loaded', async () => {
    const calls = fakeApi();
    setSession(LOADING);
    openPage();
    generate('a castle');
    storeHistory(FULL);
    signIn();
    fireEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByText('Thumbnail generation cancelled.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(postCalls(calls)).toEqual([]);
  });
});
