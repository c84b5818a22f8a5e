import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, findImage, generateButton, openHome, openPage } from '../support/site.tsx';
import {
  currentUrl,
  postCalls,
  pressGenerate,
  promptInput,
  setSession,
  typePrompt,
} from '../support/site.tsx';
import { VISITOR } from '../../../web/src/session/session-store.ts';

const negativePrompt = () => screen.getByLabelText('Negative prompt');
const TOO_LONG = 'Shorten the prompt to 2,000 characters.';

describe('the prompt', () => {
  it.each([
    ['Enter', () => promptInput(), {}],
    ['Ctrl+Enter in the negative prompt', negativePrompt, { ctrlKey: true }],
    ['Cmd+Enter in the negative prompt', negativePrompt, { metaKey: true }],
  ])('generates with %s', async (_keys, field, modifiers) => {
    const calls = openHome();
    typePrompt('a castle');
    fireEvent.keyDown(field(), { key: 'Enter', ...modifiers });
    await findImage();

    expect(postCalls(calls)).toHaveLength(1);
  });

  it.each([
    ['Shift+Enter', () => promptInput(), { shiftKey: true }],
    ['an Enter that ends a word of an input method', () => promptInput(), { isComposing: true }],
    ['Enter in the negative prompt', negativePrompt, {}],
  ])('does not generate with %s', (_keys, field, modifiers) => {
    openHome();
    typePrompt('a castle');

    // A handled Enter starts no line.
    expect(fireEvent.keyDown(field(), { key: 'Enter', ...modifiers })).toBe(true);
    expect(generateButton().textContent).toBe('Generate');
  });

  it('counts its characters near the limit, and is refused above it', async () => {
    const calls = openHome();
    typePrompt('a'.repeat(1_799));
    expect(screen.queryByText(/2,000/)).toBeNull();
    typePrompt('😀'.repeat(2_000));
    expect(screen.getByText('2,000 / 2,000')).toBeTruthy();
    typePrompt('a'.repeat(2_001));
    pressGenerate();

    expect((await screen.findByRole('alert')).textContent).toBe(TOO_LONG);
    expect(postCalls(calls)).toEqual([]);
  });

  it('shows the cost and the strength of the model beside Generate and the model', async () => {
    openHome();
    await screen.findByText('Fast');
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });

    expect(screen.getByText('Follows long prompts')).toBeTruthy();
    expect(screen.getByText('2 credits')).toBeTruthy();
  });

  it("leads a visitor to the sign-up form, and keeps the visitor's text", async () => {
    fakeApi();
    setSession(VISITOR);
    openPage();
    typePrompt('a castle');
    pressGenerate();
    await waitFor(() => expect(currentUrl()).toBe('/auth?view=sign_up'));

    expect(await screen.findByText('Please sign in to generate a thumbnail.')).toBeTruthy();
    expect(localStorage.getItem('currentPrompt')).toBe('a castle');
  });
});
