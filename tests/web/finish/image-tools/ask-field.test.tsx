import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditSuggestion } from '#contract/endpoints/suggestion-schemas.ts';
import { EDIT_SERVICES } from '#contract/model-pool.ts';
import AskField from '../../../../web/src/features/finish/image-tools/ask-field.tsx';
import { deferredReply, json, refusal, type Handler, type Reply } from '../../support/fake-api.ts';
import { fakeApi, postCalls, press } from '../../support/site.tsx';

const SERVICES = EDIT_SERVICES.map((service) => ({ service, label: service, cost: 1 }));
const THUMBNAIL = '0f8fad5b-d9cb-469f-a165-70867728950e';
const onAccept = vi.fn();

const field = () => screen.getByRole('textbox', { name: 'Say what to change' });
const answer = (suggestion: object) => () => json({ suggestion });

function openField(
  suggestEdit: Handler<Reply<{ suggestion: EditSuggestion }>> | (() => Response),
  services = SERVICES,
) {
  const calls = fakeApi({ suggestEdit: suggestEdit as never });
  render(<AskField thumbnailId={THUMBNAIL} services={services} disabled={false} onAccept={onAccept} />);
  return calls;
}

function say(sentence: string) {
  fireEvent.change(field(), { target: { value: sentence } });
  press('Show the change');
}

beforeEach(() => {
  onAccept.mockClear();
});

describe('the field "Say what to change"', () => {
  it('asks with Enter, except the Enter that ends a word of an input method', async () => {
    const calls = openField(answer({ kind: 'upscale' }));
    fireEvent.change(field(), { target: { value: '旗を赤く' } });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(screen.getByRole('status').textContent).toBe('');

    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
    await screen.findByRole('button', { name: 'Upscale' });
    expect(postCalls(calls)).toHaveLength(1);
  });

  it('shows the operation, its words and its price, and runs nothing before the creator goes on', async () => {
    const suggestion = { kind: 'recolor', find: 'flags', prompt: 'red' };
    const calls = openField(answer(suggestion));
    expect(screen.getByRole('button', { name: 'Show the change' })).toMatchObject({ disabled: true });

    say(' Make the\u000bflags red ');

    const action = await screen.findByRole('button', { name: 'Recolour' });
    expect(screen.getByRole('status').textContent).toBe('Recolour “flags” to “red”');
    expect(screen.getByText('1 credit')).toBeTruthy();
    expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
      ['/api/edit-suggestions', { thumbnailId: THUMBNAIL, instruction: 'Make the flags red' }],
    ]);
    expect(onAccept).not.toHaveBeenCalled();
    fireEvent.click(action);
    expect(onAccept).toHaveBeenCalledExactlyOnceWith(suggestion);
    expect(field()).toMatchObject({ value: '' });
  });

  it.each([
    [{ kind: 'erase', find: 'cup', needsMask: true }, 'Erase “cup”', 'Paint over it', '1 credit'],
    [
      { kind: 'replace', find: 'castle', prompt: 'rocket' },
      'Replace “castle” with “rocket”',
      'Replace',
      '1 credit',
    ],
    [
      { kind: 'replace', prompt: 'dragon', needsMask: true },
      'Replace what you paint over with “dragon”',
      'Paint over it',
      '1 credit',
    ],
    [
      { kind: 'fill', left: 448, right: 0, up: 120, down: 120 },
      'Move more room on the left',
      'Move',
      '1 credit',
    ],
    [
      { kind: 'fill', left: 9, right: 9, up: 9, down: 9 },
      'Move more room around the image',
      'Move',
      '1 credit',
    ],
    [{ kind: 'upscale' }, '4K Make the image larger', 'Upscale', '1 credit'],
    [
      {
        kind: 'design',
        changes: [
          { kind: 'resize', factor: 1.25 },
          { kind: 'move', direction: 'left' },
        ],
      },
      'Text larger (125%), moved left',
      'Apply',
      'Free',
    ],
  ])('describes %o', async (suggestion, words, action, price) => {
    openField(answer(suggestion));
    say('Change it');

    expect(await screen.findByRole('button', { name: action })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe(words);
    expect(screen.getByText(price)).toBeTruthy();
  });

  it('shows the question of the model, and asks again with Enter', async () => {
    const calls = openField(answer({ kind: 'unclear', question: 'What should be red?' }));
    say('Make it red');
    expect(await screen.findByText('What should be red?')).toBeTruthy();

    fireEvent.change(field(), { target: { value: 'Make the sky red' } });
    expect(screen.queryByText('What should be red?')).toBeNull();
    fireEvent.keyDown(field(), { key: 'Enter' });

    expect(await screen.findByText('What should be red?')).toBeTruthy();
    expect(postCalls(calls)).toHaveLength(2);
  });

  it('says why there is no suggestion', async () => {
    openField(() => refusal('too_many_requests', { params: { reason: 'editSuggestions', seconds: 7_200 } }));
    say('Make the flags red');

    expect(
      await screen.findByText(
        'You have described too many changes today. Use the tools, or wait 120 minutes.',
      ),
    ).toBeTruthy();
  });

  it('drops the answer to a sentence that has changed meanwhile', () => {
    const reply = deferredReply();
    openField(() => reply.promise as never);
    say('Make the flags red');
    expect(screen.getByText('Reading your sentence...')).toBeTruthy();

    fireEvent.change(field(), { target: { value: 'Make the flags blue' } });

    expect(screen.queryByText('Reading your sentence...')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show the change' })).toMatchObject({ disabled: false });
  });

  it('offers no operation that the stage does not have', async () => {
    openField(answer({ kind: 'upscale' }), []);
    say('4K');

    expect(await screen.findByText('This tool is not offered here.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upscale' })).toBeNull();
  });
});
