import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readScript } from '../../../web/src/features/generator/components/concepts/script-sheet.tsx';
import { findHeadline, findTitle } from '../../../web/src/lib/video-words.ts';
import { refusal } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { postCalls } from '../support/site.tsx';

const SRT =
  '1\n00:00:01,000 --> 00:00:02,000\n<i>Today I build</i>\n\n2\n00:00:03,000 --> 00:00:04,000\na castle';

async function openSheet() {
  const button = await screen.findByRole('button', { name: 'Start from a script' });
  await waitFor(() => expect(button).toMatchObject({ disabled: false }));
  fireEvent.click(button);
  return within(await screen.findByRole('dialog', { name: 'Start from a script' }));
}
const write = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Script' }), { target: { value: text } });
const suggest = () => fireEvent.click(screen.getByRole('button', { name: 'Suggest concepts' }));

it('concepts of a script: one press fills the prompt and keeps title and headline for that prompt only', async () => {
  const calls = home.openHome();
  const sheet = await openSheet();
  expect(screen.getByRole('button', { name: 'Suggest concepts' })).toMatchObject({ disabled: true });
  write(' Today I build a castle ');
  suggest();

  const list = within(await sheet.findByRole('list', { name: 'Concepts' }));
  expect(list.getAllByRole('button')).toHaveLength(3);
  fireEvent.click(list.getByRole('button', { name: /^Two/ }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(home.promptInput().value).toBe('Prompt of Two');
  expect(findHeadline('Prompt of Two')).toBe('HEADLINE Two');
  expect(findTitle({ id: 'any', prompt: 'Prompt of Two' })).toBe('Two');
  expect(findHeadline('another prompt')).toBeUndefined();
  expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
    ['/api/concepts', { script: 'Today I build a castle' }],
  ]);
});

it('a dropped file of subtitles becomes the script, and a file of another kind is refused', async () => {
  home.openHome();
  await openSheet();
  const area = screen.getByRole('textbox', { name: 'Script' });
  fireEvent.drop(area, { dataTransfer: { files: [new File(['x'], 'video.mp4')] } });
  expect(await screen.findByText('Choose a .txt or .srt file of at most 500 kB.')).toBeTruthy();

  fireEvent.drop(area, { dataTransfer: { files: [new File([SRT], 'video.SRT')] } });

  expect(await screen.findByDisplayValue(/Today I build\s+a castle/)).toBeTruthy();
  expect(readScript('\ufeffOne\r\n2\r\n')).toBe('One\n2');
  expect(readScript('0:00\nToday at 1:15\n1:02:03\nI build')).toBe('Today at 1:15\nI build');
});

it('a script that is too long is not sent, and a failure of the service is said', async () => {
  home.openHome({
    suggestConcepts: () => refusal('too_many_requests', { params: { reason: 'concepts', seconds: 60 } }),
  });
  await openSheet();
  write('x'.repeat(20_002));
  expect(screen.getByText('Shorten the script by 2 characters.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Suggest concepts' })).toMatchObject({ disabled: true });

  write('x');
  suggest();

  expect(
    await screen.findByText('You have asked for too many concepts today. Wait 60 seconds.'),
  ).toBeTruthy();
});
