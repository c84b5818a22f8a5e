import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { press } from '../../support/site.tsx';
import { openTab, passPause, stubBrowser } from '../support/finish-page.ts';
import { A, addLinks, B, found, listTitles, openPreview, rows } from '../support/rivals.ts';

beforeEach(() => {
  sessionStorage.clear();
  stubBrowser();
});

/** Loses the connection until the test ends. @returns a function that brings it back earlier */
const goOffline = () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  const goOnline = () => {
    onLine.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
  };
  // SWR reads nothing at a focus until the page is online, also in the files that share its modules.
  onTestFinished(goOnline);
  return goOnline;
};
const countLookUps = (calls: { url: string }[]) =>
  calls.filter(({ url }) => url.startsWith('/api/video-reference')).length;

it('a slow lookup and a lost connection are said', async () => {
  await openPreview({ readVideoReference: () => new Promise(() => undefined) });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  addLinks(A);
  expect(rows()).toEqual(['Looking up the video...']);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(rows()).toEqual(['YouTube is slow to answer. Still looking...']);

  goOffline();
  expect(rows()).toEqual(['You are offline. The video needs a connection.']);
});

it('a link that is added without a connection is looked up with the next connection', async () => {
  const calls = await openPreview();
  const goOnline = goOffline();
  addLinks(A);
  await waitFor(() => expect(rows()).toEqual(['You are offline. The video needs a connection.']));
  expect(countLookUps(calls)).toBe(0);

  goOnline();

  await waitFor(() => expect(rows()).toEqual(['Video aaaaaaaaaaaAda Studio']));
});

it('a video that is shown is not looked up again when the connection returns', async () => {
  const calls = await openPreview();
  addLinks(A);
  await waitFor(() => expect(rows()).toEqual(['Video aaaaaaaaaaaAda Studio']));
  await act(() => vi.advanceTimersByTimeAsync(3_000)); // Requests of the same moment are one.

  goOffline()();
  addLinks(B);

  await waitFor(() => expect(rows()).toHaveLength(2));
  await waitFor(() => expect(rows()[1]).toBe('Video bbbbbbbbbbbAda Studio'));
  await passPause();
  expect(countLookUps(calls)).toBe(2);
});

it('an answer that comes after its link was removed shows nothing', async () => {
  const answers = new Map<string, (video: ReturnType<typeof found>) => void>();
  await openPreview({
    readVideoReference: ({ url }) =>
      new Promise((resolve) => answers.set(url.includes('aaaaaaaaaaa') ? 'a' : 'b', resolve)),
  });
  addLinks(`${A} ${B}`);
  await waitFor(() => expect([...answers.keys()]).toEqual(['a', 'b']));

  press(`Remove ${A}`);
  answers.get('a')?.(found('aaaaaaaaaaa'));
  answers.get('b')?.(found('bbbbbbbbbbb'));

  await waitFor(() => expect(rows()).toEqual(['Video bbbbbbbbbbbAda Studio']));
  expect(listTitles('Home').slice(0, 2)).toEqual(['Video bbbbbbbbbbb', 'A castle at sunset']);
});

it('a sign-out in another tab removes the links of this tab', async () => {
  await openPreview();
  addLinks(A);
  await waitFor(() => expect(rows()).toHaveLength(1));

  // Another tab removes what all tabs share, and the browser tells this tab.
  localStorage.removeItem('videoDetails');
  dispatchEvent(new StorageEvent('storage', { key: 'videoDetails', newValue: null }));
  expect(sessionStorage.getItem('videoDetails')).toBeNull();
});

it('links from before a sign-out in another tab are not shown if the page has missed it', async () => {
  await openPreview();
  addLinks(A);
  await waitFor(() => expect(rows()).toHaveLength(1));
  localStorage.removeItem('videoDetails');
  openTab('Design');

  openTab('Preview');

  await screen.findByRole('textbox', { name: 'Link to a video or channel' });
  expect(rows()).toEqual([]);
  expect(sessionStorage.getItem('videoDetails')).toBeNull();
});

it('the chosen place stays while another tab of the page is open', async () => {
  await openPreview();
  act(() => screen.getByRole('radio', { name: 'Search' }).click());
  openTab('Design');

  openTab('Preview');

  expect(await screen.findByRole('group', { name: 'Search' })).toBeDefined();
});
