import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { useStoredForm } from '../../../web/src/features/generator/hooks/use-stored-input.ts';
import { storedForm } from '../../../web/src/lib/generator-form.ts';
import * as home from '../support/home.ts';
import { ADA, BOB, postCalls } from '../support/site.tsx';

const negativePrompt = () => screen.getByLabelText('Negative prompt');
const TOO_LONG = 'Shorten the prompt to 2,000 characters.';

describe('the prompt', () => {
  it.each([
    ['Enter', () => home.promptInput(), {}],
    ['Ctrl+Enter in the negative prompt', negativePrompt, { ctrlKey: true }],
    ['Cmd+Enter in the negative prompt', negativePrompt, { metaKey: true }],
  ])('generates with %s', async (_keys, field, modifiers) => {
    const calls = home.openHome();
    home.typePrompt('a castle');
    fireEvent.keyDown(field(), { key: 'Enter', ...modifiers });
    await home.findImage();

    expect(postCalls(calls)).toHaveLength(1);
  });

  it.each([
    ['Shift+Enter', () => home.promptInput(), { shiftKey: true }],
    ['an Enter that ends a word of an input method', () => home.promptInput(), { isComposing: true }],
    ['the Enter that Safari sends after such a word', () => home.promptInput(), { keyCode: 229 }],
    ['Enter in the negative prompt', negativePrompt, {}],
    ['Ctrl+Enter that ends a word in the negative prompt', negativePrompt, { ctrlKey: true, keyCode: 229 }],
    ['another key', () => home.promptInput(), { key: 'a' }],
    ['another key with Ctrl in the negative prompt', negativePrompt, { key: 'a', ctrlKey: true }],
  ])('does not generate with %s', (_keys, field, modifiers) => {
    home.openHome();
    home.typePrompt('a castle');

    // A handled Enter starts no line.
    expect(fireEvent.keyDown(field(), { key: 'Enter', ...modifiers })).toBe(true);
    expect(home.generateButton().textContent).toBe('Generate');
  });

  it('and the negative prompt replace pasted control characters with blanks, because the server refuses them', async () => {
    const calls = home.openHome();
    home.typePrompt('a castle\u000bat sunset');
    fireEvent.change(negativePrompt(), { target: { value: 'blur\u000btext' } });
    expect(home.promptInput().value).toBe('a castle at sunset');
    home.pressGenerate();
    await home.findImage();

    expect(postCalls(calls).map(({ body }) => body)).toMatchObject([
      { prompt: 'a castle at sunset', negativePrompt: 'blur text' },
    ]);
  });

  it('counts its characters near the limit, and is refused above it', async () => {
    const calls = home.openHome();
    home.typePrompt('a'.repeat(1_799));
    expect(screen.queryByText(/2,000/)).toBeNull();
    expect(home.promptInput().getAttribute('aria-invalid')).toBe('false');
    home.typePrompt('a'.repeat(1_800));
    expect(screen.getByText('1,800 / 2,000')).toBeTruthy();
    home.typePrompt('😀'.repeat(2_000));
    expect(screen.getByText('2,000 / 2,000').dataset).toMatchObject({ over: 'false' });
    home.typePrompt('a'.repeat(2_001));
    expect(screen.getByText('2,001 / 2,000').dataset).toMatchObject({ over: 'true' });
    home.pressGenerate();

    expect((await screen.findByRole('alert')).textContent).toBe(TOO_LONG);
    expect(screen.getByRole('textbox', { name: 'Thumbnail idea', description: TOO_LONG })).toBeTruthy();
    expect(postCalls(calls)).toEqual([]);
  });

  it('is not sent without a visible character, and says so', async () => {
    const calls = home.openHome();
    home.typePrompt('\u3164 \u2800');
    home.pressGenerate();

    expect((await screen.findByRole('alert')).textContent).toBe(
      'The prompt has no visible character. Describe the thumbnail in words.',
    );
    expect(postCalls(calls)).toEqual([]);
  });

  it('is not sent with a negative prompt that is too long, and the field of the negative prompt says so', () => {
    const calls = home.openHome();
    const longest = 'x'.repeat(LIMITS.negativePromptLength);
    home.typePrompt('a castle');
    fireEvent.change(negativePrompt(), { target: { value: ` ${longest} ` } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(negativePrompt(), { target: { value: `${longest}x` } });
    home.pressGenerate();

    const description = 'Shorten the negative prompt to 2,000 characters.';
    expect(screen.getByRole('textbox', { name: 'Negative prompt', description })).toBe(negativePrompt());
    expect(negativePrompt().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(negativePrompt());
    expect(home.promptInput().getAttribute('aria-invalid')).toBe('false');
    expect(postCalls(calls)).toEqual([]);
  });

  it('shows the cost and the strength of the model beside Generate and the model', async () => {
    home.openHome();
    await screen.findByTitle('Fast');
    expect(document.querySelector('.model-picker .skeleton')).toBeNull();
    expect(screen.queryByText('Start from an example')).toBeNull();
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });

    expect(screen.getByRole('combobox', { name: 'Model', description: 'Follows long prompts' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Generate', description: '2 credits' })).toBeTruthy();
  });

  it('has no cost, and the model a placeholder, until the settings have loaded', () => {
    home.openHome({ config: () => new Promise(() => undefined) });

    expect(screen.getByRole('button', { name: 'Generate', description: '' })).toBeTruthy();
    expect(document.querySelector('.model-picker .skeleton')).toBeTruthy();
  });

  it('with two links is an error as soon as it is settled or sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const links = 'https://youtu.be/aaaaaaaaaaa https://youtu.be/bbbbbbbbbbb';
    home.openHome();
    home.typePrompt(links);
    expect(screen.queryByRole('alert')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(450));
    // The code that reads links may still be loading.
    expect(await screen.findByRole('alert')).toBeTruthy();

    home.typePrompt(`${links} a castle`);
    expect(screen.queryByRole('alert')).toBeNull();
    home.pressGenerate();
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});

function openForm(userId: string | undefined) {
  const hook = renderHook((props) => useStoredForm(props.userId), { initialProps: { userId } });
  return {
    fields: () => hook.result.current[0],
    change: (change: Parameters<(typeof hook.result.current)[1]>[0]) =>
      act(() => hook.result.current[1](change)),
    setUser: (next: string | undefined) => hook.rerender({ userId: next }),
  };
}

it('a form that the user has not changed is empty, and is not stored', () => {
  expect(openForm(undefined).fields()).toEqual({ negativePrompt: '' });
  expect(openForm(ADA.id).fields()).toMatchObject({ negativePrompt: '' });

  expect(sessionStorage).toHaveLength(0);
});

it('what is typed while the session is loading replaces the stored form', () => {
  storedForm.save({ userId: ADA.id, negativePrompt: 'blur', model: 'large' });
  const { fields, change, setUser } = openForm(undefined);
  change({ negativePrompt: 'text' });
  expect(storedForm.load(ADA.id)).toMatchObject({ negativePrompt: 'blur' });
  setUser(ADA.id);

  expect(fields()).toMatchObject({ negativePrompt: 'text', model: 'large' });
  expect(storedForm.load(ADA.id)).toEqual({ userId: ADA.id, negativePrompt: 'text', model: 'large' });
});

it('the form of one user is never shown to the next, or stored for them', () => {
  const { fields, change, setUser } = openForm(ADA.id);
  change({ negativePrompt: 'blur', model: 'large' });
  setUser(BOB.id);

  expect(fields()).toEqual({ userId: BOB.id, negativePrompt: '' });
  expect(storedForm.load(BOB.id)).toBeUndefined();
});
