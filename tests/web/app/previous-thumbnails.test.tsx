import { act, fireEvent, screen, waitFor, render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import type { Thumbnail } from '../../../web/src/api/thumbnails.ts';
import { PreviousThumbnails } from '../../../web/src/features/generator/components/previous-thumbnails.tsx';
import {
  deferred,
  deferredReply,
  json,
  lostConnection,
  refusal,
  type FakeCall,
} from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import {
  ADA,
  generated,
  imageUrl,
  lastPart,
  listedThumbnail,
  postCalls,
  storedThumbnail,
} from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const image = () => screen.getByAltText<HTMLImageElement>('Prompt a');
const sources = () => home.previousButtons().map((button) => button.querySelector('img')?.src);

describe('Previous Thumbnails', () => {
  it('cannot be used while a generation runs', async () => {
    const response = deferredReply<'generateThumbnail'>();
    home.openHome({ generateThumbnail: () => response.promise }, ['a']);
    await home.waitForPrevious(1);
    home.generate();
    await waitFor(() => expect(home.previousButtons()[0]).toMatchObject({ disabled: true }));
    response.resolve(generated('b'));
    await home.findImage();

    expect(home.previousButtons()[0]).toMatchObject({ disabled: false });
  });

  it('shows stored thumbnails with new URLs and drops thumbnails that the server does not know', async () => {
    home.openHome(
      {
        readThumbnail: ({ url }) =>
          url.endsWith('/gone')
            ? refusal('not_found')
            : json(storedThumbnail('a', { url: `${imageUrl('a')}?fresh` })),
      },
      ['a', 'gone'],
    );
    await home.waitForPrevious(1);

    expect(sources()).toEqual([`${imageUrl('a')}?fresh`]);
    expect(home.storedIds()).toEqual(['a']);
  });

  it('keeps the old URL of a thumbnail when the server does not respond', async () => {
    home.openHome(
      {
        readThumbnail: ({ url }) =>
          url.endsWith('/a') ? lostConnection() : json(storedThumbnail('b', { url: 'https://new.test/b' })),
      },
      ['a', 'b'],
    );
    await home.waitForPrevious(2);

    expect(sources()).toEqual([imageUrl('a'), 'https://new.test/b']);
  });

  it('names the three images of one prompt differently', async () => {
    const thumbnails = ['c', 'b', 'a'].map((id) => listedThumbnail(id, { prompt: 'A castle' }));
    home.openHome({ listThumbnails: () => json({ thumbnails }) });
    await home.waitForPrevious(3);

    expect(home.previousButtons().map((button) => button.querySelector('img')?.alt)).toEqual([
      'A castle',
      'A castle (2)',
      'A castle (3)',
    ]);
  });

  it('shows the newest thumbnails of the account in a new browser, the oldest first', async () => {
    const thumbnails = ['new', 'older'].map((id) => listedThumbnail(id));
    home.openHome({ listThumbnails: () => json({ thumbnails }) });
    await home.waitForPrevious(2);

    expect(home.storedIds()).toEqual(['older', 'new']);
    expect(sources()).toEqual([imageUrl('older'), imageUrl('new')]);
  });

  it('is empty when the account cannot be read, and takes the next thumbnail', async () => {
    home.openHome({ listThumbnails: () => lostConnection() });
    expect(await screen.findByText('Your last four thumbnails are kept here.')).toBeTruthy();
    home.generate('a castle');

    await home.findImage();
    await home.waitForPrevious(1);
  });

  it('opens a thumbnail in the viewer and marks it until the next generation starts', async () => {
    home.openHome({ generateThumbnail: () => deferredReply<'generateThumbnail'>().promise }, ['a', 'b']);
    await home.waitForPrevious(2);
    fireEvent.click(screen.getByRole('button', { name: 'Prompt b' }));

    expect(await home.findImage()).toHaveProperty('src', `${imageUrl('b')}?fresh`);
    const pressed = () => home.previousButtons().map((button) => button.getAttribute('aria-pressed'));
    expect(pressed()).toEqual(['false', 'true']);
    home.generate('a castle');
    await waitFor(() => expect(pressed()).toEqual(['false', 'false']));
  });

  it('adds a thumbnail that was generated before the stored ones have loaded', async () => {
    const stored = deferredReply<'readThumbnail'>();
    home.openHome({ readThumbnail: () => stored.promise }, ['a']);
    home.generate('a castle');
    expect(await home.findImage()).toBeTruthy();
    expect(home.previousButtons()).toHaveLength(0);
    stored.resolve(json(storedThumbnail('a', { url: 'https://new.test/a' })));

    await home.waitForPrevious(2);
    expect(sources()[0]).toBe('https://new.test/a');
    expect(home.storedIds()).toHaveLength(2);
  });
});

describe('a broken image', () => {
  const openWithReads = async (readThumbnail: SiteHandlers['readThumbnail'] & {}) => {
    home.openHome({ readThumbnail }, ['a']);
    await home.waitForPrevious(1);
  };

  it('gets a new URL once, and again only after it has loaded', async () => {
    let reads = 0;
    await openWithReads(() => json(storedThumbnail('a', { url: `${imageUrl('a')}?${(reads += 1)}` })));
    fireEvent.error(image());
    await waitFor(() => expect(image().src).toBe(`${imageUrl('a')}?2#again`));

    fireEvent.load(image());
    fireEvent.error(image());
    await waitFor(() => expect(image().src).toBe(`${imageUrl('a')}?3#again`));
    fireEvent.error(image());

    expect(await screen.findByText('Prompt a could not be loaded')).toBeTruthy();
    expect(reads).toBe(3);
  });

  it('in the preview is replaced by the image of the new URL', async () => {
    home.openHome();
    home.generate('a castle');
    const image = await home.findImage();
    fireEvent.error(image);

    await waitFor(async () => expect((await home.findImage()).src).toBe(`${image.src}?fresh#again`));
  });

  it('in the preview is replaced also if the previous thumbnails are read only after its failure', async () => {
    const previous = deferredReply<'readThumbnail'>();
    const repaired = deferredReply<'readThumbnail'>();
    const calls = home.openHome(
      { readThumbnail: (call) => (lastPart(call) === 'a' ? previous.promise : repaired.promise) },
      ['a'],
    );
    home.generate('a castle');
    const { src } = await home.findImage();
    const [id = ''] = postCalls(calls).map(home.readId);
    fireEvent.error(screen.getByAltText('Generated thumbnail'));
    await waitFor(() => expect(calls.map(lastPart)).toContain(id));
    previous.resolve(json(storedThumbnail('a')));
    await home.waitForPrevious(2);
    repaired.resolve(json(storedThumbnail(id, { url: `${src}?fresh` })));

    await waitFor(() =>
      expect(screen.getByAltText<HTMLImageElement>('Generated thumbnail').src).toBe(`${src}?fresh#again`),
    );
  });

  it('is removed when the server no longer knows it', async () => {
    const responses = [json(storedThumbnail('a'))];
    await openWithReads(() => responses.shift() ?? refusal('not_found'));
    fireEvent.error(image());

    expect(await screen.findByText('Your last four thumbnails are kept here.')).toBeTruthy();
    expect(home.storedIds()).toEqual([]);
  });

  it('keeps its place when the server does not respond', async () => {
    await openWithReads(() => lostConnection());
    fireEvent.error(screen.getByAltText('Previous thumbnail 1'));

    expect(await screen.findByText('Previous thumbnail 1 could not be loaded')).toBeTruthy();
    expect(home.storedIds()).toEqual(['a']);
  });

  it('of the preview says what to do', async () => {
    home.openHome({ readThumbnail: () => lostConnection() }, ['a']);
    await home.waitForPrevious(1);
    fireEvent.click(screen.getByRole('button', { name: 'Previous thumbnail 1' }));
    fireEvent.error(await home.findImage());

    expect(await screen.findByText(/^This thumbnail could not be loaded\./)).toBeTruthy();
  });
});

describe('two tabs of one browser', () => {
  const KEY = 'thumbnailHistory';
  const storeInOtherTab = (...ids: string[]) => home.storeHistory(ids, ADA.id);
  const receiveStorageEvent = (key: string | null = KEY) =>
    act(() => void dispatchEvent(new StorageEvent('storage', { key })));

  it('show the thumbnails of each other', async () => {
    home.openHome({}, ['a']);
    await home.waitForPrevious(1);
    storeInOtherTab('a', 'b');
    receiveStorageEvent('currentPrompt');
    expect(home.previousButtons()).toHaveLength(1);

    receiveStorageEvent();
    expect(home.previousButtons()).toHaveLength(2);
    storeInOtherTab();
    receiveStorageEvent(null);
    expect(home.previousButtons()).toHaveLength(0);
  });

  it('keep what the other tab adds and drops while the URLs are read', async () => {
    const change = deferred<undefined>();
    const answer = (id: string) => json(storedThumbnail(id, { url: `${imageUrl(id)}?fresh` }));
    const readThumbnail = (call: FakeCall) => change.promise.then(() => answer(lastPart(call)));
    home.openHome({ readThumbnail }, ['a', 'dropped']);
    storeInOtherTab('a', 'b');
    receiveStorageEvent();
    change.resolve(undefined);

    await home.waitForPrevious(2);
    expect(home.storedIds()).toEqual(['a', 'b']);
  });
});

const EMPTY = 'Your last four thumbnails are kept here.';
const thumbnail = (id: string, known: Partial<Thumbnail> = {}) => ({ id, url: imageUrl(id), ...known });

function show(entries: Thumbnail[], isReady = true) {
  const history = home.fakeHistory(entries, isReady);
  render(
    <MemoryRouter>
      <PreviousThumbnails history={history} shownId={undefined} disabled={false} onShow={history.add} />
    </MemoryRouter>,
  );
  return screen.getByRole('region', { name: 'Previous Thumbnails' });
}

describe('the grid of previous thumbnails', () => {
  it.each([0, 1, 3, 4])(
    'has four places for %i thumbnails, and says what it is for while it is empty',
    (count) => {
      const grid = show(['a', 'b', 'c', 'd'].slice(0, count).map((id) => thumbnail(id)));

      expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(4);
      expect(screen.queryAllByRole('button')).toHaveLength(count);
      expect(screen.queryAllByText(EMPTY)).toHaveLength(count === 0 ? 1 : 0);
      expect(grid.getAttribute('aria-busy')).toBe('false');
    },
  );

  it('has four places while it loads, and does not say that it is empty', () => {
    const grid = show([], false);

    expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(4);
    expect(screen.queryByText(EMPTY)).toBeNull();
    expect(grid.getAttribute('aria-busy')).toBe('true');
  });

  it('says what a thumbnail was made after', () => {
    show([thumbnail('a', { reference: 'video' }), thumbnail('b', { reference: 'layout' }), thumbnail('c')]);

    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Style from a video',
      'Layout from own image',
      '',
    ]);
  });

  it('names a thumbnail by its prompt of up to 100 characters', () => {
    show([thumbnail('a', { prompt: 'x'.repeat(100) }), thumbnail('b', { prompt: 'y'.repeat(101) })]);

    expect(screen.getByAltText('x'.repeat(100))).toBeTruthy();
    expect(screen.getByAltText(`${'y'.repeat(100)}…`)).toBeTruthy();
    expect(screen.getAllByRole('button')[1]?.title).toBe('y'.repeat(101));
  });
});
