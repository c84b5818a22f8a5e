// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LOADING, sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { deferred, json, refusal } from '../fake-api.ts';
import {
  ADA,
  api,
  generateButton,
  open,
  picture,
  posts,
  pressGenerate,
  previousThere,
  promptInput,
  signIn,
  storedIds,
  type,
} from './home-harness.tsx';

describe('generating', () => {
  it('sends the wish, shows the picture, keeps it, and reads the balance again', async () => {
    let credits = 5;
    const calls = api({ credits: () => json({ credits: credits-- }) });
    signIn();
    open();
    await screen.findByText('4');
    type('  a castle ');
    fireEvent.change(screen.getByLabelText('Negative prompt'), { target: { value: 'blur' } });
    fireEvent.change(await screen.findByLabelText('Model'), { target: { value: 'large' } });
    pressGenerate();

    expect(await picture()).toBeTruthy();
    const [{ body } = { body: undefined }] = posts(calls);
    expect(body).toMatchObject({
      prompt: 'a castle',
      negativePrompt: 'blur',
      model: 'large',
      userId: ADA.id,
    });
    const { generationId } = body as { generationId: string };
    await waitFor(() => expect(storedIds()).toEqual([generationId]));
    expect(screen.getByText('Done')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
    expect(await screen.findByText('3')).toBeTruthy();
  });

  it('pressed before it is known who is there: waits for that, then shows the picture, once', async () => {
    const calls = api();
    sessionStore.set(LOADING);
    open();
    type('a castle');
    pressGenerate();
    expect(posts(calls)).toEqual([]);

    act(() => signIn());

    expect(await picture()).toBeTruthy();
    await previousThere(1);
    expect(posts(calls)).toHaveLength(1);
    expect(calls.filter(({ url }) => url.startsWith('/api/thumbnails/'))).toEqual([]);
  });

  it('locks the form and says so while it lasts', async () => {
    const { promise, resolve } = deferred<Response>();
    api({ generate: () => promise });
    signIn();
    open();
    type('a castle');
    pressGenerate();

    expect(await screen.findByText('Generating your thumbnail...')).toBeTruthy();
    expect(screen.getByText('Generating')).toBeTruthy();
    expect(generateButton().textContent).toContain('Generating...');
    expect([generateButton(), promptInput()].map((control) => control.hasAttribute('disabled'))).toEqual([
      true,
      true,
    ]);
    resolve(refusal(422, 'content_filtered', 'Declined; no credit was taken.'));

    expect(
      await screen.findByText(
        'Failed to generate thumbnail: Declined; no credit was taken. Please try again.',
      ),
    ).toBeTruthy();
    expect(generateButton()).toHaveProperty('disabled', false);
  });

  it('does not ask the server without credits', async () => {
    const calls = api({ credits: () => json({ credits: 0 }) });
    signIn();
    open();
    await screen.findByText('0');
    type('a castle');
    pressGenerate();

    expect(await screen.findByText('You have run out of credits.')).toBeTruthy();
    expect(posts(calls)).toEqual([]);
  });

  it('says the same when the server finds too few', async () => {
    api({ generate: () => refusal(402, 'insufficient_credits', 'Insufficient credits.') });
    signIn();
    open();
    type('a castle');
    pressGenerate();

    expect(await screen.findByText('You have run out of credits.')).toBeTruthy();
  });

  it('is taken up again after a reload', async () => {
    api();
    const pending = { userId: ADA.id, generationId: 'g1', startedAt: Date.now() };
    sessionStorage.setItem('pendingGeneration', JSON.stringify(pending));
    signIn();
    open();

    expect(await picture()).toHaveProperty('src', 'https://images.test/g1.png?fresh');
    await waitFor(() => expect(storedIds()).toEqual(['g1']));
    expect(sessionStorage.getItem('pendingGeneration')).toBeNull();
  });

  it('is taken up again by whoever was signed out elsewhere, and is back', async () => {
    const calls = api({ generate: () => deferred<Response>().promise });
    signIn();
    open();
    type('a castle');
    pressGenerate();
    await waitFor(() => expect(posts(calls)).toHaveLength(1));

    act(() => sessionStore.set(VISITOR));
    act(() => signIn());

    expect(await picture()).toHaveProperty('src', expect.stringContaining('?fresh'));
  });

  it("leaves another user's generation alone", async () => {
    const pending = { userId: 'someone-else', generationId: 'g1', startedAt: Date.now() };
    sessionStorage.setItem('pendingGeneration', JSON.stringify(pending));
    const calls = api();
    signIn();
    open();
    await screen.findByText('Your last four thumbnails are kept here.');

    expect(calls.filter(({ url }) => url.endsWith('/g1'))).toEqual([]);
  });
});

describe('a full history', () => {
  it('is known to be full before it is known who is there', async () => {
    const calls = api();
    sessionStore.set(LOADING);
    open();
    type('a castle');
    pressGenerate();

    act(() => signIn(['a', 'b', 'c', 'd']));

    expect(await screen.findByRole('dialog', { name: 'Warning!' })).toBeTruthy();
    expect(posts(calls)).toEqual([]);
  });

  const openFull = async () => {
    const calls = api();
    signIn(['a', 'b', 'c', 'd']);
    open();
    await previousThere(4);
    type('a castle');
    pressGenerate();
    return { calls, dialog: within(await screen.findByRole('dialog', { name: 'Warning!' })) };
  };

  it('asks first, and goes on with Continue', async () => {
    const { calls, dialog } = await openFull();
    expect(posts(calls)).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Continue' }));

    expect(await picture()).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(storedIds()).toHaveLength(4);
    expect(storedIds().slice(0, 3)).toEqual(['b', 'c', 'd']);
  });

  it('lets the creator cancel', async () => {
    const { calls, dialog } = await openFull();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByText('Thumbnail generation cancelled.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(posts(calls)).toEqual([]);
  });
});
