import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { clearUserData } from '../../../../web/src/lib/clear-user-data.ts';
import { refusal } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import { choose, openTab, stubBrowser } from '../support/finish-page.ts';
import { A, addLinks, B, field, found, listTitles, openPreview, rows } from '../support/rivals.ts';

beforeEach(() => {
  sessionStorage.clear();
  stubBrowser();
});

it('the videos of links replace the invented ones, and Shuffle moves the thumbnail among them', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const calls = await openPreview();
  const mine = 'A castle at sunset';
  expect(listTitles('Home')).toHaveLength(9);
  expect(listTitles('Home')[0]).toBe(mine);
  press('Shuffle');
  expect(screen.getByText('Your thumbnail is number 2 of 4.')).toBeDefined();
  expect(listTitles('Home')[1]).toBe(mine);

  addLinks(`${A} ${B}`);

  await waitFor(() => expect(rows()).toEqual(['Video aaaaaaaaaaaAda Studio', 'Video bbbbbbbbbbbAda Studio']));
  expect(calls.filter(({ url }) => url.startsWith('/api/video-reference')).map(({ url }) => url)).toEqual(
    [A, B].map((link) => `/api/video-reference?url=${encodeURIComponent(link)}&pixels=true`),
  );
  const [a, b] = ['Video aaaaaaaaaaa', 'Video bbbbbbbbbbb'];
  expect(listTitles('Home').slice(0, 3)).toEqual([a, mine, b]);
  expect(listTitles('Home')).toHaveLength(9);
  choose('Search');
  expect(listTitles('Search').slice(0, 3)).toEqual([a, mine, b]);
  choose('Sidebar and phone');
  expect(listTitles('Sidebar').slice(0, 3)).toEqual([a, mine, b]);
  expect(listTitles('Phone').slice(0, 3)).toEqual([a, mine, b]);

  press('Shuffle');
  expect(screen.getByText('Your thumbnail is number 3 of 3.')).toBeDefined();
  expect(listTitles('Sidebar').slice(0, 3)).toEqual([a, b, mine]);
  press('Shuffle');
  expect(listTitles('Phone').slice(0, 3)).toEqual([mine, a, b]);

  press('Remove “Video aaaaaaaaaaa”');
  expect(document.activeElement).toBe(field());
  press('Remove “Video bbbbbbbbbbb”');
  expect(rows()).toEqual([]);
  expect(listTitles('Sidebar')).toHaveLength(4);
});

it('a phone shows one place at a time, the phone first, and the theme in the panel', async () => {
  const list = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...list, matches: query.includes('max-width: 640px') }));
  await openPreview();
  const places = screen.getByRole('group', { name: 'Place on YouTube' });
  expect(
    within(places)
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('aria-label')),
  ).toEqual(['Phone', 'Sidebar', 'Search', 'Home']);
  expect(listTitles('Phone')).toHaveLength(4);
  expect(screen.queryByRole('group', { name: 'Sidebar' })).toBeNull();
  const panel = screen.getByRole('tabpanel', { name: 'Preview' });
  expect(within(panel).getByRole('group', { name: 'Theme of YouTube' })).toBeDefined();

  choose('Sidebar');
  expect(listTitles('Sidebar')).toHaveLength(4);
  expect(screen.queryByRole('group', { name: 'Phone' })).toBeNull();
});

it('the switch of the length hides the duration, and Before/After brings the canvas back', async () => {
  await openPreview();
  const durations = () =>
    screen.getByRole('region', { name: 'On YouTube' }).querySelectorAll('[data-yours] .duration-badge')
      .length;
  expect(durations()).toBe(1);
  fireEvent.click(screen.getByRole('switch', { name: 'Duration badge' }));
  expect(durations()).toBe(0);

  press('Before/After');
  expect(screen.queryByRole('region', { name: 'On YouTube' })).toBeNull();
  press('Before/After');
  expect(screen.getByRole('region', { name: 'On YouTube' })).toBeDefined();
  press('Before/After');
  openTab('Design');
  openTab('Preview');
  expect(await screen.findByRole('region', { name: 'On YouTube' })).toBeDefined();
});

it('links stay for the tab and its user, each video is read once, and a sign-out removes them', async () => {
  const calls = await openPreview();
  addLinks(A);
  await waitFor(() => expect(rows()).toEqual(['Video aaaaaaaaaaaAda Studio']));
  openTab('Design');
  openTab('Preview');
  await waitFor(() => expect(rows()).toEqual(['Video aaaaaaaaaaaAda Studio']));

  expect(calls.filter(({ url }) => url.startsWith('/api/video-reference'))).toHaveLength(1);
  expect(sessionStorage.getItem('videoDetails')).toContain(A);
  clearUserData();
  expect(sessionStorage.getItem('videoDetails')).toBeNull();
});

it.each([
  ['words', 'a castle', 'Paste a link to a video or channel on YouTube.'],
  ['nothing', ' ', 'Paste a link to a video or channel on YouTube.'],
  ['another site', 'https://vimeo.com/1', 'Only links to videos and channels on YouTube can be used.'],
  [
    'a playlist',
    'https://www.youtube.com/playlist?list=PL1',
    'A link to a playlist cannot be used; paste a link to one of its videos.',
  ],
  ['a link twice', `${A} youtube.com/watch?v=aaaaaaaaaaa`, 'This link is in the list already.'],
  [
    'a fifth link',
    `${A} ${B} youtu.be/ccccccccccc youtu.be/ddddddddddd youtu.be/eeeeeeeeeee`,
    'You have 4 rivals, the most that fit. Remove one first.',
  ],
])('a sentence says why %s is not added', async (_, text, sentence) => {
  await openPreview();
  addLinks(text);

  expect(await screen.findByText(sentence)).toBeDefined();
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

it.each([
  [
    'a private video',
    refusal('reference_not_found', { params: { reason: 'privateVideo' } }),
    'This video is private.',
    false,
  ],
  [
    'a deleted video',
    refusal('reference_not_found', { params: { reason: 'missingVideo' } }),
    'This video does not exist, or it was removed.',
    false,
  ],
  [
    'a limit',
    refusal('too_many_requests', { params: { reason: 'videoReferences', seconds: 40 } }),
    'You have looked up too many videos in a minute. Wait 40 seconds.',
    true,
  ],
  [
    'a failure of YouTube',
    refusal('reference_unavailable', { params: { reason: 'youtubeUnavailable' } }),
    'YouTube does not answer at the moment.',
    true,
  ],
])(
  '%s is said in its row, and can be tried again if that may help',
  async (_, answer, sentence, canRetry) => {
    const answers = [answer];
    await openPreview({ readVideoReference: () => answers.shift() ?? found('aaaaaaaaaaa') });
    addLinks(A);

    await waitFor(() => expect(rows()).toEqual([`${A}${sentence}`]));
    expect(screen.queryByRole('button', { name: `Retry ${A}` }) !== null).toBe(canRetry);
    if (!canRetry) return;
    press(`Retry ${A}`);
    await waitFor(() => expect(rows()).toEqual(['Video aaaaaaaaaaaAda Studio']));
  },
);

it('a channel whose newest video is in the list is shown once', async () => {
  await openPreview({ readVideoReference: () => found('aaaaaaaaaaa', { title: undefined }) });
  addLinks(`${A} youtube.com/channel/UCchannel000000000000000`);

  await waitFor(() =>
    expect(rows()).toEqual([
      'A video on YouTubeAda Studio',
      'youtube.com/channel/UCchannel000000000000000“A video on YouTube” is in the list already. Remove one of the two.',
    ]),
  );
  expect(listTitles('Home').slice(0, 2)).toEqual(['A video on YouTube', 'A castle at sunset']);
});
