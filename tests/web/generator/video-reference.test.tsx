import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json, lostConnection, refusal, deferredReply } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { ADA, fakeApi, openPage, postCalls } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const LINK = 'https://youtu.be/aaaaaaaaaaa';
const OTHER_LINK = 'https://youtu.be/bbbbbbbbbbb';
const CHANNEL = `https://www.youtube.com/channel/UC${'a'.repeat(22)}`;
const HANDLE = 'https://www.youtube.com/@ada-studio a castle';

const VIDEO = {
  kind: 'video' as const,
  videoId: 'aaaaaaaaaaa',
  title: 'A video',
  author: 'Ada Studio',
  thumbnailURL: 'https://video.test/1.jpg',
};

const findNewest = () => json({ ...VIDEO, kind: 'channel' as const, videoId: 'newest12345' });

const findCard = async () => within(await screen.findByRole('group', { name: 'Reference' }));
const lookups = (calls: ReturnType<typeof home.openHome>) =>
  calls.filter(({ url }) => url.startsWith('/api/video-reference')).map(({ url }) => url.slice(-11));

describe('the card of a link', () => {
  it('shows the video, and generates in its style with the chosen strength', async () => {
    const calls = home.openHome();
    home.typePrompt(`${LINK} a castle`);
    const card = await findCard();

    expect(await card.findByText('Video aaaaaaaaaaa')).toBeTruthy();
    expect(card.getByText('Style from this video · Ada Studio')).toBeTruthy();
    expect(card.getByRole('button', { name: 'Remove the link' })).toBeTruthy();
    const isClose = () => card.getByRole<HTMLInputElement>('radio', { name: 'Much like it' }).checked;
    expect(isClose()).toBe(true);
    expect(screen.getByLabelText('Model')).toMatchObject({ disabled: true });
    expect(screen.getByDisplayValue('Style Guide (2 credits)')).toBeTruthy();
    fireEvent.click(card.getByRole('radio', { name: 'A hint of it' }));
    expect(isClose()).toBe(false);
    home.pressGenerate();
    await home.findImage();
    const { generationId, ...input } = { ...(postCalls(calls)[0]?.body as { generationId: string }) };
    expect(generationId).toBeTruthy();
    expect(input).toEqual({
      prompt: `${LINK} a castle`,
      userId: ADA.id,
      reference: { kind: 'video', videoId: 'aaaaaaaaaaa', fidelity: 0.3 },
    });
    expect(screen.getByText('Style from a video')).toBeTruthy();
  });

  it("generates after the video of a channel's link that the card showed", async () => {
    const calls = home.openHome({ readVideoReference: findNewest });
    home.typePrompt(`${CHANNEL} a castle`);

    const text = "Style from the channel's newest video · Ada Studio";
    expect(await (await findCard()).findByText(text)).toBeTruthy();
    home.pressGenerate();
    await home.findImage();
    expect(postCalls(calls)[0]?.body).toMatchObject({ reference: { kind: 'video', videoId: 'newest12345' } });
  });

  it("looks up a channel's newest video before it generates, if the card has not shown it yet", async () => {
    const first = deferredReply<'readVideoReference'>();
    let lookupsMade = 0;
    const calls = home.openHome({
      readVideoReference: () => (lookupsMade++ === 0 ? first.promise : findNewest()),
    });
    home.typePrompt(`${CHANNEL} a castle`);
    await waitFor(() => expect(lookups(calls)).toHaveLength(1));
    home.pressGenerate();
    await home.findImage();

    expect(postCalls(calls)[0]?.body).toMatchObject({ reference: { kind: 'video', videoId: 'newest12345' } });
    first.resolve(findNewest());
  });

  it.each([
    [
      'a private video',
      { readVideoReference: () => refusal('reference_not_found', { params: { reason: 'privateVideo' } }) },
      LINK,
      'This link cannot be used',
      'This video is private.',
    ],
    [
      'a link that the server does not understand',
      {
        readVideoReference: () =>
          refusal('invalid_request', {
            params: { reason: 'invalidField', problem: 'url must lead to a video' },
          }),
      },
      LINK,
      'This link cannot be used',
      'url must lead to a video.',
    ],
  ])('explains %s, and removes the link', async (_what, handlers, link, title, text) => {
    home.openHome(handlers);
    home.typePrompt(`a castle ${link}`);
    const card = await findCard();

    expect(await card.findByText(text)).toBeTruthy();
    expect(card.getByText(title)).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Retry' })).toBeNull();
    fireEvent.click(card.getByRole('button', { name: 'Remove the link' }));
    expect(home.promptInput().value).toBe('a castle');
    expect(screen.queryByRole('group', { name: 'Reference' })).toBeNull();
    expect(screen.getByLabelText('Model')).toMatchObject({ disabled: false });
  });

  it.each([
    ['YouTube is unavailable', () => refusal('reference_unavailable'), 'The reference could not be loaded.'],
    ['the connection is lost', lostConnection, 'The connection was lost.'],
    [
      'there were too many lookups',
      () => refusal('too_many_requests'),
      'Too many requests at once. Wait a moment.',
    ],
  ])('offers a retry when %s', async (_what, failure, text) => {
    let reply: NonNullable<SiteHandlers['readVideoReference']> = failure;
    home.openHome({ readVideoReference: (call) => reply(call) });
    home.typePrompt(LINK);
    const card = await findCard();

    expect(await card.findByText(text)).toBeTruthy();
    reply = () => json({ ...VIDEO, title: 'Found' });
    fireEvent.click(card.getByRole('button', { name: 'Retry' }));
    expect(await card.findByText('Found')).toBeTruthy();
  });

  it('shows the available details of a video without a title', async () => {
    home.openHome({
      readVideoReference: () =>
        json({ kind: 'video', videoId: 'aaaaaaaaaaa', thumbnailURL: VIDEO.thumbnailURL }),
    });
    home.typePrompt(`${LINK} a castle`);
    const card = await findCard();

    expect(await card.findByText('A video on YouTube')).toBeTruthy();
    expect(card.getByText('Style from this video')).toBeTruthy();
    // Its picture does not tell its server about this page, and is an icon when it is broken.
    const picture = card.getByRole<HTMLImageElement>('presentation');
    expect(picture).toMatchObject({ src: VIDEO.thumbnailURL, referrerPolicy: 'no-referrer' });
    fireEvent.error(picture);
    expect(card.queryByRole('presentation')).toBeNull();
  });

  it('looks up a link only after it has been typed', async () => {
    const calls = home.openHome();
    await screen.findByTitle('Fast');
    for (const link of [LINK, OTHER_LINK]) home.typePrompt(link);

    expect(await screen.findByText('Video bbbbbbbbbbb')).toBeTruthy();
    expect(lookups(calls)).toEqual(['bbbbbbbbbbb']);
  });

  it('cancels a lookup when there is a newer link, and does not repeat a lookup that succeeded', async () => {
    const first = deferredReply<'readVideoReference'>();
    const calls = home.openHome({
      readVideoReference: ({ url }) => (url.endsWith('aaa') ? first.promise : json({ ...VIDEO, title: 'B' })),
    });
    home.typePrompt(LINK);
    await waitFor(() => expect(lookups(calls)).toEqual(['aaaaaaaaaaa']));
    home.typePrompt(OTHER_LINK);

    expect(await screen.findByText('B')).toBeTruthy();
    expect(calls.find(({ url }) => url.endsWith('aaa'))?.signal?.aborted).toBe(true);
    home.typePrompt('a castle');
    home.typePrompt(OTHER_LINK);
    expect(await screen.findByText('B')).toBeTruthy();
    expect(lookups(calls)).toEqual(['aaaaaaaaaaa', 'bbbbbbbbbbb']);
  });

  it('does not look a link up for a visitor', async () => {
    const calls = fakeApi();
    openPage();
    home.typePrompt(LINK);

    expect(
      await (await findCard()).findByText('Sign in to see it here. The link stays in the prompt.'),
    ).toBeTruthy();
    expect(lookups(calls)).toEqual([]);
  });
});

it.each([
  [`${LINK} ${OTHER_LINK}`, /more than one link/],
  ['https://example.com/video', /another site/],
  ['https://youtu.be/short', /does not lead to a video/],
  ['https://www.youtube.com/playlist?list=PL1', /paste a link to one of its videos/],
  ['https://www.youtube.com/c/AdaStudio', /paste a \/channel\/ link/],
  // The fake stage has no key of the YouTube Data API.
  [HANDLE, /Channel links with an @name do not work here; paste a \/channel\/ link/],
  [`[in this style](https://example.com)`, /another site/],
])('explains %s at the field, and sends nothing', async (prompt, text) => {
  const calls = home.openHome();
  await screen.findByTitle('Fast');
  home.typePrompt(prompt);
  home.pressGenerate();

  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(home.promptInput().getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('group', { name: 'Reference' })).toBeNull();
  expect(lookups(calls)).toEqual([]);
  expect(postCalls(calls)).toEqual([]);
});
