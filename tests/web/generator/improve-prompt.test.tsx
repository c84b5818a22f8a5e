import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import { json, lostConnection, refusal, deferredReply, foreign } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { fakeApi, openPage, postCalls, setSession } from '../support/site.tsx';

const SUGGESTION = 'A castle at dusk, seen from below';
const LINK = 'https://youtu.be/aaaaaaaaaaa';

const improveButton = () => screen.findByRole('button', { name: 'Improve' });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const panel = async () => within(await screen.findByRole('group', { name: 'Suggestion' }));

/** Waits for the settings, and presses Improve. */
async function improve(prompt: string) {
  home.typePrompt(prompt);
  await waitFor(async () => expect(await improveButton()).toMatchObject({ disabled: false }));
  await press('Improve');
}

afterEach(() => vi.restoreAllMocks());

describe('the suggestion for a prompt', () => {
  it('is shown, changes nothing until it is used, and can be undone', async () => {
    const calls = home.openHome();
    await improve(' a castle ');
    expect(await (await panel()).findByText(SUGGESTION)).toBeTruthy();
    expect(home.promptInput().value).toBe(' a castle ');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();

    await press('Use');
    expect(home.promptInput().value).toBe(SUGGESTION);
    expect(screen.getByText('The suggestion is in the prompt.')).toBeTruthy();
    home.typePrompt(`${SUGGESTION}, in winter`);
    expect(screen.getByText('You have edited the suggestion.')).toBeTruthy();
    home.typePrompt(SUGGESTION);
    expect(screen.getByText('The suggestion is in the prompt.')).toBeTruthy();
    await press('Undo');
    expect(home.promptInput().value).toBe(' a castle ');
    expect(screen.queryByRole('group', { name: 'Suggestion' })).toBeNull();
    expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
      ['/api/improve-prompt', { prompt: 'a castle' }],
    ]);
  });

  it.each([
    ['the prompt is emptied', () => home.typePrompt('')],
    ['another prompt is typed', () => home.typePrompt('a red car')],
    ['the prompt is generated', home.pressGenerate],
  ])('is over when %s', async (_, end) => {
    home.openHome();
    await improve('a castle');
    await press('Use');
    expect(await screen.findByRole('button', { name: 'Keep' })).toBeTruthy();
    end();

    await waitFor(() => expect(screen.queryByRole('group', { name: 'Suggestion' })).toBeNull());
  });

  it.each([
    ['stays when its idea is generated', 'a castle', 1],
    ['goes when another idea is generated', 'a red car', 0],
  ])('%s', async (_, generated, count) => {
    home.openHome({ generateThumbnail: () => deferredReply<'generateThumbnail'>().promise });
    await improve('a castle');
    await (await panel()).findByText(SUGGESTION);
    home.generate(generated);
    await screen.findByText('Generating your thumbnail...');

    expect(screen.queryAllByRole('group', { name: 'Suggestion' })).toHaveLength(count);
  });

  it('is made from the words without the link, and keeps the link', async () => {
    const calls = home.openHome();
    await improve(`a castle like ${LINK}`);
    await press('Use');

    expect(home.promptInput().value).toBe(`${SUGGESTION} ${LINK}`);
    expect(postCalls(calls)[0]?.body).toEqual({ prompt: 'a castle like' });
  });

  it('can be canceled while it is written, asked for again, and dismissed', async () => {
    const replies = [deferredReply<'improvePrompt'>().promise];
    const calls = home.openHome({ improvePrompt: () => replies.pop() ?? json({ prompt: SUGGESTION }) });
    await improve('a castle');
    const text = await (await panel()).findByText('Writing a suggestion...');
    expect(text.closest('.suggestion')?.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
    await press('Cancel');
    expect(screen.queryByRole('group', { name: 'Suggestion' })).toBeNull();
    expect(postCalls(calls)[0]?.signal?.aborted).toBe(true);

    await press('Improve');
    const suggestion = await (await panel()).findByText(SUGGESTION);
    expect(suggestion.textContent).toBe(SUGGESTION);
    expect(suggestion.closest('.suggestion')?.getAttribute('aria-busy')).toBe('false');
    await press('Dismiss');
    expect(screen.queryByRole('group', { name: 'Suggestion' })).toBeNull();
    expect(postCalls(calls)).toHaveLength(2);
  });

  it.each([
    ['the connection is lost', lostConnection, 'The connection was lost.', true],
    [
      'the limit is reached',
      () => refusal('too_many_requests', { params: { reason: 'promptSuggestions', seconds: 300 } }),
      'You have asked for too many suggestions in an hour. Wait 5 minutes.',
      true,
    ],
    [
      'the model declines',
      () => refusal('content_filtered', { params: { reason: 'declinedIdea' } }),
      'The text model declined this idea. Change the wording.',
      false,
    ],
    ['a proxy answers', () => foreign({ page: 'Sign in' }), 'Something went wrong on our side.', true],
  ])('is replaced by the reason when %s', async (_, reply, message, canRetry) => {
    home.openHome({ improvePrompt: reply });
    await improve('a castle');

    expect((await (await panel()).findByText(message)).textContent).toBe(message);
    expect((await panel()).queryByRole('button', { name: 'Retry' }) !== null).toBe(canRetry);
    expect(home.promptInput().value).toBe('a castle');
  });

  it('is not requested for a long prompt, or offline', async () => {
    const calls = home.openHome();
    await improve('x'.repeat(501));
    const tooLong = 'Improve is for short ideas. Shorten the prompt to 500 characters.';
    expect(await (await panel()).findByText(tooLong)).toBeTruthy();

    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await improve('a castle');
    expect(await (await panel()).findByText('You are offline. Nothing was sent.')).toBeTruthy();

    online.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(screen.queryByRole('group', { name: 'Suggestion' })).toBeNull();
    expect(postCalls(calls)).toEqual([]);
  });

  it('keeps another reason when the connection returns', async () => {
    home.openHome({ improvePrompt: () => refusal('content_filtered') });
    await improve('a castle');
    expect(await (await panel()).findByText(/Change the wording\.$/)).toBeTruthy();

    fireEvent(window, new Event('online'));
    expect((await panel()).getByText(/Change the wording\.$/)).toBeTruthy();
  });

  it('is requested once for an idea of the longest length', async () => {
    const calls = home.openHome();
    await improve('x'.repeat(500));

    expect(await (await panel()).findByText(SUGGESTION)).toBeTruthy();
    expect(postCalls(calls)).toHaveLength(1);
  });
});

describe('Improve', () => {
  it('is disabled until the settings have loaded, and without words', async () => {
    home.openHome();
    home.typePrompt('a castle');
    expect(screen.getByRole('button', { name: 'Improve' })).toMatchObject({ disabled: true });
    await screen.findByDisplayValue('Stable Image Core (1 credit)');
    expect(await improveButton()).toMatchObject({ disabled: false });
    home.typePrompt(LINK);

    expect(await improveButton()).toMatchObject({ disabled: true });
  });

  it('is absent for a visitor', async () => {
    fakeApi();
    setSession(VISITOR);
    openPage();
    await screen.findByDisplayValue('Stable Image Core (1 credit)');
    expect(screen.queryByRole('button', { name: 'Improve' })).toBeNull();
  });
});
