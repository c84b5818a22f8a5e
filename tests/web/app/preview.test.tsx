import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { expiredSession, refusal, deferredReply } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { cognito, generated, imageUrl, postCalls } from '../support/site.tsx';

const EMPTY = 'Your thumbnail will appear here';
const OFFLINE = 'You are offline. Nothing was sent.';
const negativePrompt = () => screen.getByLabelText<HTMLTextAreaElement>('Negative prompt');
const tile = (id: string) => screen.getByRole('button', { name: `Prompt ${id}` });

/** Replaces a getter of the browser until the end of the test. */
function stubGetter<T extends object>(target: T, name: keyof T & string, value: unknown) {
  Object.defineProperty(target, name, { configurable: true, get: () => value });
  onTestFinished(() => void Reflect.deleteProperty(target, name));
}

describe('the preview', () => {
  it('shows the newest thumbnail after a reload', async () => {
    home.openHome({}, ['a', 'b']);

    expect(await home.findImage()).toHaveProperty('src', `${imageUrl('b')}?fresh`);
    expect(home.preview().textContent).toContain('Loading the thumbnail...');
    fireEvent.load(await home.findImage());
    expect(home.preview().getAttribute('aria-busy')).toBe('false');
    expect(screen.queryByText('Done')).toBeNull();
    expect(screen.queryByText(EMPTY)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each([
    [false, 'smooth'],
    [true, 'auto'],
  ])(
    'scrolls into view for a generation and a chosen thumbnail (reduced motion: %s)',
    async (matches, behavior) => {
      vi.stubGlobal('matchMedia', (query: string) => ({
        matches: matches && query === '(prefers-reduced-motion: reduce)',
      }));
      const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
      home.openHome({ generateThumbnail: () => deferredReply<'generateThumbnail'>().promise }, ['a', 'b']);
      await home.waitForPrevious(2);
      expect(scrolled).not.toHaveBeenCalled();
      fireEvent.click(tile('a'));
      expect(scrolled.mock.contexts).toEqual([home.preview()]);
      expect(scrolled).toHaveBeenLastCalledWith({ block: 'nearest', behavior });

      home.generate();
      await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(2));
    },
  );

  it('keeps a failure until a thumbnail is shown again or the next attempt', async () => {
    const busy = () => refusal('model_unavailable', { charge: 'refunded' });
    const replies = [busy, busy, busy, () => generated('1')];
    home.openHome({ generateThumbnail: () => (replies.shift() ?? busy)() }, ['a']);
    await home.findImage();
    home.generate();
    await screen.findByRole('alert');
    expect(screen.queryByAltText('Generated thumbnail')).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Show the last thumbnail' }));
    expect(await home.findImage()).toBeTruthy();

    home.pressGenerate();
    await screen.findByRole('alert');
    fireEvent.click(tile('a'));
    expect(await home.findImage()).toHaveProperty('src', `${imageUrl('a')}?fresh`);

    home.pressGenerate();
    await screen.findByRole('alert');
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await home.findImage()).toHaveProperty('src', 'https://images.test/1.png');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it.each([
  ['a declined prompt', () => refusal('content_filtered', { charge: 'refunded' })],
  ['a link to a private video', () => refusal('reference_not_found', { params: { reason: 'privateVideo' } })],
])('%s is edited instead of sent again', async (_, generateThumbnail) => {
  const calls = home.openHome({ generateThumbnail });
  home.generate();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit the prompt' }));

  // A browser focuses what it selects.
  const { value, selectionStart, selectionEnd } = home.promptInput();
  expect([selectionStart, selectionEnd]).toEqual([0, value.length]);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(postCalls(calls)).toHaveLength(1);
});

it.each([
  ['prompt', 'Thumbnail idea', 'The prompt must not contain control characters.'],
  ['negativePrompt', 'Negative prompt', 'The negative prompt must not contain control characters.'],
])('a %s that the API refuses says why at its field, until it changes', async (field, label, reason) => {
  const params = { reason: 'invalidField', problem: `${field} must not contain control characters`, field };
  home.openHome({ generateThumbnail: () => refusal('invalid_request', { params }) });
  home.generate('a castle');

  expect(await screen.findByText(reason)).toBeTruthy();
  const input = screen.getByLabelText<HTMLTextAreaElement>(label);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('button', { name: 'Edit the prompt' })).toBeTruthy();
  expect(screen.queryByText(/again/)).toBeNull();
  fireEvent.change(input, { target: { value: 'a tower' } });
  expect(screen.queryByText(reason)).toBeNull();
});

describe('without a network', () => {
  it('nothing is sent, the prompt stays, and the message goes when the connection returns', async () => {
    const calls = home.openHome();
    stubGetter(navigator, 'onLine', false);
    home.generate('a castle');

    const message = await screen.findByRole('alert');
    expect(message.textContent).toBe(OFFLINE);
    expect(message.querySelector('small')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show the last thumbnail' })).toBeNull();
    expect(postCalls(calls)).toEqual([]);
    expect(home.promptInput().value).toBe('a castle');
    Reflect.deleteProperty(navigator, 'onLine');
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByText(EMPTY)).toBeTruthy();

    home.pressGenerate();
    await home.findImage();
    expect(postCalls(calls)).toHaveLength(1);
  });
});

describe('Stop waiting', () => {
  const stop = async () => fireEvent.click(await screen.findByRole('button', { name: 'Stop waiting' }));

  it('enables the form, and the thumbnail still arrives in the history', async () => {
    const response = deferredReply<'generateThumbnail'>();
    home.openHome({ generateThumbnail: () => response.promise }, ['a']);
    await home.waitForPrevious(1);
    home.generate();
    await stop();
    expect(home.generateButton().disabled).toBe(false);
    response.resolve(generated('late'));

    expect(await screen.findByText('Your thumbnail has arrived in Previous Thumbnails.')).toBeTruthy();
    await home.waitForPrevious(2);
    expect(home.storedRuns()).toEqual([]);
  });

  it('leaves the message to the session when it has expired', async () => {
    const response = deferredReply<'generateThumbnail'>();
    home.openHome({ generateThumbnail: () => response.promise });
    home.generate();
    await stop();
    response.resolve(expiredSession());

    await waitFor(() => expect(cognito.signOut).toHaveBeenCalled());
    expect(screen.queryByText(/Failed to generate/)).toBeNull();
  });

  it('does not forget a generation that was started meanwhile', async () => {
    const responses = [deferredReply<'generateThumbnail'>(), deferredReply<'generateThumbnail'>()];
    let sent = 0;
    home.openHome({
      generateThumbnail: () => responses[sent++]?.promise ?? refusal('internal'),
    });
    home.generate();
    await stop();
    home.pressGenerate();
    await screen.findByText('Generating your thumbnail...');
    responses[0]?.resolve(refusal('model_unavailable', { charge: 'refunded' }));

    expect(await screen.findByText(/busy; no credit was taken/)).toBeTruthy();
    expect(screen.getByText('Generating your thumbnail...')).toBeTruthy();
    expect(home.storedRuns()).toHaveLength(1);
  });
});

describe('the way to another page and back', () => {
  it('keeps the negative prompt, the model and the chosen thumbnail', async () => {
    home.openHome({}, ['a', 'b']);
    await home.waitForPrevious(2);
    fireEvent.change(negativePrompt(), { target: { value: 'blur' } });
    await screen.findByRole('option', { name: 'Stable Diffusion 3.5 Large (2 credits)' });
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });
    fireEvent.click(tile('a'));
    fireEvent.click(screen.getByRole('link', { name: 'Buy Credits' }));
    fireEvent.click(await screen.findByRole('link', { name: /Back to Home/ }));

    expect(await home.findImage()).toHaveProperty('src', `${imageUrl('a')}?fresh`);
    expect(negativePrompt().value).toBe('blur');
    expect(screen.getByLabelText<HTMLSelectElement>('Model').value).toBe('large');
  });
});

describe('the tab in the background', () => {
  const setHidden = (isHidden: boolean) => {
    stubGetter(document, 'hidden', isHidden);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };

  it('shows the progress and the end of a generation in its title until it is seen', async () => {
    const icon = document.head.appendChild(document.createElement('link'));
    Object.assign(icon, { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' });
    onTestFinished(() => icon.remove());
    const response = deferredReply<'generateThumbnail'>();
    home.openHome({ generateThumbnail: () => response.promise });
    home.generate();
    await screen.findByText('Generating your thumbnail...');
    expect(document.title).toBe('Thumbforge: AI Thumbnail Generator');
    setHidden(true);
    expect(document.title).toBe('Generating... · Thumbforge');
    expect(icon.getAttribute('href')).toBe('/favicon-generating.svg');

    response.resolve(generated('1'));
    fireEvent.load(await home.findImage());
    expect(document.title).toBe('Thumbnail ready · Thumbforge');
    expect(icon.getAttribute('href')).toBe('/favicon-done.svg');
    setHidden(false);
    expect(document.title).toBe('Thumbforge: AI Thumbnail Generator');
    expect(icon.getAttribute('href')).toBe('/favicon.svg');
    setHidden(true);
    expect(document.title).toBe('Thumbforge: AI Thumbnail Generator');
  });

  it('shows in its title that a generation has failed', async () => {
    const response = deferredReply<'generateThumbnail'>();
    home.openHome({ generateThumbnail: () => response.promise });
    home.generate();
    await screen.findByText('Generating your thumbnail...');
    setHidden(true);
    response.resolve(refusal('model_unavailable', { charge: 'refunded' }));

    await waitFor(() => expect(document.title).toBe('Generation failed · Thumbforge'));
  });
});
