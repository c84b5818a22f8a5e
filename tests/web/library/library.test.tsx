import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json, lostConnection, refusal, deferredReply } from '../support/fake-api.ts';
import {
  summary,
  replyWithList,
  openListed,
  openLibrary,
  names,
  waitForCards,
  card,
  image,
  pressOnCard,
} from '../support/library.tsx';
import { promptInput } from '../support/home.ts';
import { currentUrl, imageUrl, lastPart, press, storedThumbnail } from '../support/site.tsx';

describe('the library', () => {
  it('shows previews or else originals with prompt, model and origin, the newest first', async () => {
    const reference = { kind: 'video', videoId: 'dQw4w9WgXcQ' } as const;
    const changes = { reference, model: 'guide', createdAt: '2025-11-22T12:00:00', previewURL: undefined };
    await openListed(summary('a', { isFinished: true }), summary('b', changes));
    await waitForCards('a', 'b');

    expect(screen.getByText('Today')).toBeTruthy();
    expect(screen.getByText('22 November 2025')).toBeTruthy();
    expect([image('a').src, image('b').src]).toEqual(['https://images.test/a.webp', imageUrl('b')]);
    expect(image('a').loading).toBe('lazy');
    const facts = (name: string) => card(name).getByText(/^· St/).parentElement?.textContent;
    expect(facts('a')).toMatch(/^\d\d:\d\d · Finished · Stable Image Core · AI$/);
    expect(facts('b')).toMatch(/^\d\d:\d\d · Style Guide · AI · Style from a video$/);
    expect(card('a').getByText('Finished')).toBeTruthy();
    expect(card('b').queryByText('Finished')).toBeNull();
    expect(screen.getByRole('link', { name: 'Prompt a' }).getAttribute('href')).toBe('/thumbnails/a');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('offers the finished image first if a selected thumbnail is finished, and otherwise only the original', async () => {
    await openListed(summary('a', { isFinished: true }), summary('b'));
    await waitForCards('a', 'b');
    const downloads = (name: string) =>
      card(name)
        .getAllByRole('button', { hidden: true, name: /Download|Finished|Original/ })
        .map((button) => button.textContent.trim());

    expect(downloads('a')).toEqual([
      'Download',
      'Download finished',
      'Download original',
      'Finished, JPEG',
      'Original',
    ]);
    expect(downloads('b')).toEqual(['Download', 'Download']);

    fireEvent.click(screen.getByRole('checkbox', { name: 'Select: Prompt b' }));
    const bar = () => within(screen.getByRole('region', { name: 'Selection' }));
    expect(bar().queryByText('Finished, JPEG')).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select: Prompt a' }));
    expect(bar().getByText('Finished, JPEG')).toBeTruthy();
  });

  it('loads the next page, and offers a retry when that fails', async () => {
    const pages = [
      json({ thumbnails: [summary('a')], cursor: 'next' }),
      lostConnection(),
      replyWithList('a', 'b'),
    ];
    const calls = await openLibrary({ listThumbnails: () => pages.shift() ?? replyWithList() });
    await waitForCards('a');
    press('Show more');
    expect(await screen.findByText('The next thumbnails could not be loaded.')).toBeTruthy();
    press('Retry');

    await waitForCards('a', 'b');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls.filter(({ url }) => url.endsWith('cursor=next'))).toHaveLength(2);
  });

  it('ignores a next page that arrives after the list was replaced', async () => {
    const late = deferredReply<'listThumbnails'>();
    let first = json({ thumbnails: [summary('a')], cursor: 'next' });
    await openLibrary({ listThumbnails: ({ url }) => (url.endsWith('cursor=next') ? late.promise : first) });
    await waitForCards('a');
    press('Show more');
    first = json({ thumbnails: [summary('new')], cursor: 'other' });
    act(() => void dispatchEvent(new Event('online')));
    await waitForCards('new');
    late.resolve(replyWithList('b'));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show more' }).disabled).toBe(false),
    );

    expect(names()).toEqual(['Select: Prompt new']);
  });

  it('continues after its last page when the first page was read again', async () => {
    let first = ['a'];
    await openLibrary({
      listThumbnails({ url }) {
        if (url.endsWith('cursor=second')) return json({ thumbnails: [summary('b')], cursor: 'third' });
        if (url.endsWith('cursor=third')) return replyWithList('c');
        return json({ thumbnails: first.map((id) => summary(id)), cursor: 'second' });
      },
    });
    await waitForCards('a');
    press('Show more');
    await waitForCards('a', 'b');
    first = ['new', 'a'];
    act(() => void dispatchEvent(new Event('online')));
    await waitForCards('new', 'a', 'b');
    press('Show more');

    await waitForCards('new', 'a', 'b', 'c');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('shows a generation that ends while it is open, and says meanwhile that it runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const running = ['b', 'c'].map((id) => ({ id, createdAt: new Date().toISOString() }));
    let listed = replyWithList('a');
    await openLibrary({
      listThumbnails: () => listed.clone() as typeof listed,
      listGenerations: () => json({ generations: [...running] }),
      readThumbnail: (call) => {
        const isRunning = running.some(({ id }) => id === lastPart(call));
        return json(storedThumbnail(lastPart(call), isRunning ? { status: 'pending', url: undefined } : {}));
      },
    });
    await waitForCards('a');
    expect(await screen.findByText('2 thumbnails are being generated. They will appear here.')).toBeTruthy();
    running.pop();
    listed = replyWithList('c', 'a');
    await act(() => vi.advanceTimersByTimeAsync(5_000));

    await waitForCards('c', 'a');
    expect(await screen.findByText('A thumbnail is being generated. It will appear here.')).toBeTruthy();
    running.pop();
    listed = replyWithList('b', 'c', 'a');
    await act(() => vi.advanceTimersByTimeAsync(5_000));

    await waitForCards('b', 'c', 'a');
    expect(screen.queryByText(/is being generated/)).toBeNull();
  });

  it('says no longer that a generation runs which ended while the creator was on another page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const running = [{ id: 'b', createdAt: new Date().toISOString() }];
    await openLibrary({
      listThumbnails: () => replyWithList('a'),
      listGenerations: () => json({ generations: [...running] }),
      readThumbnail: (call) =>
        json(storedThumbnail(lastPart(call), running[0] ? { status: 'pending', url: undefined } : {})),
    });
    await screen.findByText(/is being generated/);
    fireEvent.click(screen.getByRole('link', { name: 'Buy Credits' }));
    await screen.findByRole('heading', { name: 'Get More Credits' });
    running.pop();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    fireEvent.click(screen.getByRole('link', { name: 'Thumbnails' }));

    await waitForCards('a');
    // The code that follows generations may still be loading.
    await waitFor(() => expect(screen.queryByText(/is being generated/)).toBeNull());
  });

  it('offers a retry when it cannot be loaded', async () => {
    const replies = [lostConnection(), replyWithList('a')];
    await openLibrary({ listThumbnails: () => replies.shift() ?? replyWithList() });
    expect(await screen.findByText('Your thumbnails could not be loaded')).toBeTruthy();
    press('Retry');

    await waitForCards('a');
  });

  it('requests an image again once, also if its URL is the same, and removes a thumbnail that no longer exists', async () => {
    const calls = await openLibrary({
      listThumbnails: () => replyWithList('a', 'gone'),
      readThumbnail: ({ url }) =>
        url.endsWith('/gone')
          ? refusal('not_found')
          : json(storedThumbnail('a', { previewURL: 'https://images.test/a.webp' })),
    });
    await waitForCards('a', 'gone');
    fireEvent.error(image('a'));
    fireEvent.error(image('gone'));

    await waitForCards('a');
    await waitFor(() => expect(image('a').src).toBe('https://images.test/a.webp#again'));
    fireEvent.error(image('a'));
    expect(calls.filter(({ url }) => url.endsWith('/a'))).toHaveLength(1);
  });

  it('requests the same version of an image again', async () => {
    const edit = {
      id: 'e',
      baseId: 'a',
      operation: { kind: 'erase' as const },
      imageURL: 'https://images.test/e.png?new',
      previewURL: 'https://images.test/e.webp?new',
      width: 1_344,
      height: 768,
      createdAt: '2026-11-24T10:00:00.000Z',
    };
    const previewURL = 'https://images.test/a.webp?new';
    await openLibrary({
      listThumbnails: () =>
        json({
          thumbnails: [
            summary('a', {
              url: 'https://images.test/e.png?old',
              previewURL: 'https://images.test/e.webp?old',
            }),
          ],
        }),
      readThumbnail: () =>
        json(
          storedThumbnail('a', {
            ...{ previewURL, originalPreviewURL: previewURL, edits: [edit] },
            design: { layers: [], crop: 0.5, image: 'e' },
          }),
        ),
    });
    await waitForCards('a');

    fireEvent.error(image('a'));

    await waitFor(() => expect(image('a').src).toBe('https://images.test/e.webp?new#again'));
  });

  it('fills the generator with the prompt, the negative prompt and the model of a thumbnail', async () => {
    await openListed(summary('a', { negativePrompt: 'blur', model: 'large' }));
    await waitForCards('a');
    pressOnCard('a', 'Use again');

    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(promptInput().value).toBe('Prompt a');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Negative prompt').value).toBe('blur');
    expect(await screen.findByDisplayValue('Stable Diffusion 3.5 Large (2 credits)')).toBeTruthy();
  });

  it('does not offer to use a photo again, because its empty prompt would replace the words on home', async () => {
    await openListed(summary('a', { name: 'Prompt a', prompt: '', model: 'photo' }));
    await waitForCards('a');

    expect(card('a').queryAllByRole('button', { name: 'Use again', hidden: true })).toEqual([]);
  });

  it('names a photo whose name was removed', async () => {
    await openListed(summary('a', { prompt: '', model: 'photo' }));

    expect(await screen.findByRole('link', { name: 'Untitled picture' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Select: Untitled picture' })).toBeTruthy();
  });

  it('says that an own reference image has to be chosen again', async () => {
    const reference = { kind: 'image', use: 'layout' } as const;
    await openListed(summary('a', { reference }));
    await waitForCards('a');
    pressOnCard('a', 'Use again');

    expect(await screen.findByText(/^The reference image of this thumbnail is not stored\./)).toBeTruthy();
  });

  it('clears the selection with its button and with Escape', async () => {
    await openLibrary({ listThumbnails: () => replyWithList('a', 'b') });
    await waitForCards('a', 'b');
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    expect(screen.getByText('2 selected')).toBeTruthy();
    press('Clear the selection');
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('2 thumbnails'));

    fireEvent.click(screen.getByLabelText('Select: Prompt a'));
    fireEvent.keyDown(screen.getByLabelText('Select: Prompt a'), { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });
});
