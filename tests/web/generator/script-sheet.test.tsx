import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readScript } from '../../../web/src/features/generator/model/read-script.ts';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { readLeft } from '../../../web/src/api/requests-left.ts';
import { findHeadline, findTitle } from '../../../web/src/lib/video-words.ts';
import { deferredReply, expiredSession, json, refusal } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { cognito } from '../support/sign-in-stubs.ts';
import { BOB, mockSignOut, postCalls, pressSignOut, setSession, signIn } from '../support/site.tsx';

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
const script = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Script' }).value;
const createConcept = (number: number) => ({
  title: `Title ${number}`,
  headline: `HEADLINE ${number}`,
  prompt: `Prompt ${number}`,
});
const signInAgain = () => {
  cleanup();
  cognito.readIdToken.mockResolvedValue('token');
  home.openHome();
};
const suggest = () => fireEvent.click(screen.getByRole('button', { name: 'Suggest concepts' }));

it('concepts of a script: Use fills the prompt and keeps title and headline for that prompt only', async () => {
  const calls = home.openHome();
  const sheet = await openSheet();
  expect(
    sheet.getByText(/^Free: three concepts cost no credits\. You can ask up to 6 times a day/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Suggest concepts' })).toMatchObject({ disabled: true });
  write(' Today I build a castle ');
  suggest();

  const list = within(await sheet.findByRole('list', { name: 'Concepts' }));
  expect(sheet.getByText(/^Free: .* You can ask 5 more times today, also for titles/)).toBeTruthy();
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Use', 'Use', 'Use']);
  expect(list.getAllByRole('listitem')[1]?.querySelector('dl')?.textContent).toBe(
    'TitleTwoHeadlineHEADLINE TwoPicturePrompt of Two',
  );
  fireEvent.click(list.getByRole('button', { name: 'Use concept 2' }));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(home.promptInput().value).toBe('Prompt of Two');
  const headline = () => screen.queryByText('Headline for the finish page:')?.parentElement?.textContent;
  expect(headline()).toBe('Headline for the finish page: HEADLINE Two');
  home.typePrompt('another prompt');
  expect(headline()).toBeUndefined();
  expect(findHeadline('Prompt of Two')).toBe('HEADLINE Two');
  expect(findTitle({ id: 'any', prompt: 'Prompt of Two' })).toBe('Two');
  expect(findHeadline('another prompt')).toBeUndefined();
  expect(postCalls(calls).map(({ url, body }) => [url, body])).toEqual([
    ['/api/concepts', { script: 'Today I build a castle' }],
  ]);
});

it('script and concepts stay while the sheet is closed, until the script changes or another user signs in', async () => {
  const calls = home.openHome();
  await openSheet();
  write('Today I build a castle');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));

  const reopened = await openSheet();
  expect(script()).toBe('Today I build a castle');
  suggest();
  fireEvent.click(await reopened.findByRole('button', { name: 'Use concept 2' }));
  const again = await openSheet();
  expect(again.getAllByRole('button', { name: /^Use concept/ })).toHaveLength(3);
  expect(script()).toBe('Today I build a castle');
  write('Today I build a bridge');
  expect(again.queryByRole('list', { name: 'Concepts' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  setSession({ status: 'signed-in', user: { id: 'another', email: 'another@example.com' } });

  await openSheet();
  expect(script()).toBe('');
  expect(postCalls(calls)).toHaveLength(1);
});

it('concepts that arrive while the sheet is closed are there when it opens, and one request is made', async () => {
  const late = deferredReply<'suggestConcepts'>();
  const calls = home.openHome({ suggestConcepts: () => late.promise });
  await openSheet();
  write('Today I build a castle');
  suggest();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));

  const loading = await openSheet();
  expect(await loading.findByText('Writing concepts...')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  late.resolve(json({ concepts: [1, 2, 3].map((each) => createConcept(each)), left: 3 }));
  await waitFor(() => expect(readLeft('concepts')).toBe(3));

  const reopened = await openSheet();
  expect(reopened.getByText(/You can ask 3 more times today/)).toBeTruthy();
  expect(await reopened.findAllByRole('button', { name: /^Use concept/ })).toHaveLength(3);
  expect(script()).toBe('Today I build a castle');
  expect(postCalls(calls)).toHaveLength(1);
});

it('a request for concepts ends with the session, so that the next user has a count of their own', async () => {
  const late = deferredReply<'suggestConcepts'>();
  const calls = home.openHome({ suggestConcepts: () => late.promise });
  await openSheet();
  write('Today I build a castle');
  suggest();
  await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  setSession({ status: 'signed-in', user: { id: 'another', email: 'another@example.com' } });

  expect(postCalls(calls)[0]?.signal?.aborted).toBe(true);
});

it('a script stays after the session has expired, for the same user, until this user signs out', async () => {
  mockSignOut();
  home.openHome({ suggestConcepts: () => expiredSession() });
  await openSheet();
  write('Today I build a castle');
  suggest();
  await screen.findByText(/Your session has ended/);
  await waitFor(() => expect(sessionStore.get()).toBe(VISITOR));
  signInAgain();
  const sheet = await openSheet();
  expect(script()).toBe('Today I build a castle');
  expect(sheet.queryByText('Writing concepts...')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));

  pressSignOut();
  await screen.findByText('Signed out successfully!');
  signInAgain();
  await openSheet();
  expect(script()).toBe('');
});

it('a script in an open sheet is not shown to another user', async () => {
  home.openHome();
  await openSheet();
  write('Today I build a castle');
  signIn(BOB);
  await openSheet();

  expect(script()).toBe('');
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

const TIME = '00:00:01,000 --> 00:00:02,000';

/** A file of one caption. */
const subtitles = (caption: number[]) =>
  new File([`1\n${TIME}\n`, new Uint8Array(caption), '\n'], 'video.srt');

it.each([
  ['UTF-8', 'Grün', [0x47, 0x72, 0xc3, 0xbc, 0x6e]],
  ['Windows-1252', 'Grün', [0x47, 0x72, 0xfc, 0x6e]],
  ['Windows-1252, whose bytes are also Kanji', 'début', [0x64, 0xe9, 0x62, 0x75, 0x74]],
  ['Shift-JIS', '今日の城', [0x8d, 0xa1, 0x93, 0xfa, 0x82, 0xcc, 0x8f, 0xe9]],
])('subtitles in %s are read', async (_encoding, words, bytes) => {
  home.openHome();
  await openSheet();
  fireEvent.drop(screen.getByRole('textbox', { name: 'Script' }), {
    dataTransfer: { files: [subtitles(bytes)] },
  });

  expect(await screen.findByDisplayValue(words)).toBeTruthy();
});

it('subtitles in UTF-16 are read', async () => {
  home.openHome();
  await openSheet();
  const files = [new File([Uint16Array.from(`\ufeff${SRT}`, (letter) => letter.charCodeAt(0))], 'video.srt')];
  fireEvent.drop(screen.getByRole('textbox', { name: 'Script' }), { dataTransfer: { files } });

  expect(await screen.findByDisplayValue(/Today I build\s+a castle/)).toBeTruthy();
});

it.each([
  ['Cyrillic letters', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
  ['binary data', [0x00, 0x01, 0xff, 0xfe, 0x41]],
])(
  'subtitles in an encoding that the page does not know are refused before they are sent: %s',
  async (_what, bytes) => {
    home.openHome();
    await openSheet();
    fireEvent.drop(screen.getByRole('textbox', { name: 'Script' }), {
      dataTransfer: { files: [subtitles(bytes)] },
    });

    expect(
      await screen.findByText(
        'The letters of video.srt could not be read. Save it as UTF-8, or paste its text.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Script' })).toHaveProperty('value', '');
  },
);

it.each([
  ['a number that is spoken', `1\n${TIME}\n10\n\n2\n${TIME}\n9\n8`, '10\n9\n8'],
  ['a number between the times of a transcript', '0:01\nten\n0:03\n9\n0:05\nnow', 'ten\n9\nnow'],
  ['a place on the screen', `1\n${TIME}\n{\\an8}{\\i1}Look{\\i0} {here}`, 'Look {here}'],
  [
    'entities',
    `1\n${TIME}\nR&amp;D &lt;3&nbsp;it&#39;s &quot;me&quot; &#x27;n&apos; &amp;lt; &unknown; & you`,
    "R&D <3\u00a0it's \"me\" 'n' &lt; &unknown; & you",
  ],
])('subtitles keep their words: %s', (_what, content, words) => {
  expect(readScript(content)).toBe(words);
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

it('a script that was not sent offline can be sent when the connection is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  home.openHome();
  await openSheet();
  write('Today I build a castle');
  suggest();
  const offline = await screen.findByText('You are offline. Nothing was sent.');

  online.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  expect(offline.isConnected).toBe(false);
  expect(script()).toBe('Today I build a castle');
});
