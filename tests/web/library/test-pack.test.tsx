import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { listSimilarPairs, listTestFiles } from '../../../web/src/features/library/model/test-pack.ts';
import { TEXT_LAYER } from '../../support/designs.ts';
import { readZip } from '../../support/read-zip.ts';
import { json, refusal } from '../support/fake-api.ts';
import { fakePictures } from '../finish/support/fake-pictures.ts';
import { keepWords } from '../../../web/src/lib/video-words.ts';
import { openLibrary, summary } from '../support/library.tsx';
import { imageUrl, lastPart, press, storedThumbnail, type SiteHandlers } from '../support/site.tsx';

beforeEach(fakePictures);

/** Selects three thumbnails of the library, and opens their test pack. */
async function openTestPack(
  handlers: SiteHandlers = {},
  favorites: Record<string, ThumbnailSummary['favorite']> = {},
) {
  const thumbnails = ['a', 'b', 'c', 'd'].map((id) =>
    summary(id, { url: imageUrl(id), prompt: `Prompt ${id}\nSecond line`, favorite: favorites[id] }),
  );
  const calls = await openLibrary({
    listThumbnails: () => json({ thumbnails }),
    readThumbnail: (call) => json(storedThumbnail(lastPart(call))),
    ...handlers,
  });
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select: / });
  for (const box of boxes.slice(0, 2)) fireEvent.click(box);
  expect(screen.queryByRole('button', { name: 'Test pack' })).toBeNull();
  for (const box of boxes.slice(2, 3)) fireEvent.click(box);
  press('Test pack');
  await screen.findByRole('dialog', { name: 'Test pack' });
  return calls;
}

describe('the test pack of three selected thumbnails', () => {
  it('begins with the titles of the previews, of the concepts or the first lines of the prompts, and warns of each pair that is too similar', async () => {
    keepWords({ of: 'a', title: 'I built a castle' });
    keepWords({ of: 'Prompt b\nSecond line', title: 'The castle fell', headline: 'WHY?' });
    await openTestPack();
    const warnings = await screen.findAllByText(/look too similar for a test to decide/);

    expect(warnings.map(({ textContent }) => textContent.slice(0, 7))).toEqual([
      '1 and 2',
      '1 and 3',
      '2 and 3',
    ]);
    expect(screen.getByRole('button', { name: 'Download test pack' })).toMatchObject({ disabled: false });
    const titles = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Title \d$/ });
    expect(titles.map(({ value }) => value)).toEqual(['I built a castle', 'The castle fell', 'Prompt c']);
  });

  it('marks a new winner instead of the other thumbnails, and the library shows the mark', async () => {
    const calls = await openTestPack({}, { b: 'winner' });
    const winners = () =>
      screen
        .getAllByRole('button', { name: /^Winner: / })
        .map((button) => button.getAttribute('aria-pressed'));
    expect(winners()).toEqual(['false', 'true', 'false']);

    press('Winner: 3');

    await waitFor(() => expect(winners()).toEqual(['false', 'false', 'true']));
    const updates = () =>
      calls.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url, body]);
    await waitFor(() =>
      expect(updates()).toEqual([
        ['/api/thumbnails/c', { favorite: 'winner' }],
        ['/api/thumbnails/b', { favorite: 'starred' }],
      ]),
    );
    press('Close');
    expect(screen.getAllByText('Winner', { selector: 'strong' })).toHaveLength(1);
  });

  it('restores the earlier state of a thumbnail that is not the winner any more', async () => {
    const calls = await openTestPack({}, { a: 'starred' });

    for (const name of ['Winner: 1', 'Winner: 2', 'Winner: 2']) {
      const marks = calls.filter(({ method }) => method === 'PATCH').length;
      press(name);
      await waitFor(() =>
        expect(calls.filter(({ method }) => method === 'PATCH').length).toBeGreaterThan(marks),
      );
    }

    expect(calls.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url, body])).toEqual([
      ['/api/thumbnails/a', { favorite: 'winner' }],
      ['/api/thumbnails/b', { favorite: 'winner' }],
      ['/api/thumbnails/a', { favorite: 'starred' }],
      ['/api/thumbnails/b', { favorite: null }],
    ]);
  });

  it('adds the files in other languages in a folder, if the creator chooses so', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) saved.push(file);
      return 'blob:file';
    });
    const text = { ...TEXT_LAYER, translations: { de: { text: 'EINE BURG' } } };
    await openTestPack({
      readThumbnail: (call) => {
        const id = lastPart(call);
        const design = { layers: [id === 'a' ? TEXT_LAYER : text], crop: 0.5 };
        return json(storedThumbnail(id, { prompt: `Castle ${id}`, design }));
      },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Add the 2 files in other languages' }));
    saved.length = 0; // The pictures in the dialog.
    press('Download test pack');

    expect(await screen.findByText(/^Exported test-pack\.zip, 7 files, /)).toBeTruthy();
    const [zip = new Blob()] = saved;
    const files = await readZip(zip);
    expect([...files.keys()]).toEqual([
      '1-castle-a-1280x720.jpg',
      '2-castle-b-1280x720.jpg',
      '3-castle-c-1280x720.jpg',
      'titles.txt',
      'how-to.txt',
      'languages/2-castle-b-1280x720-de.jpg',
      'languages/3-castle-c-1280x720-de.jpg',
    ]);
    expect(Buffer.from(files.get('how-to.txt') ?? []).toString()).toContain('8. The folder "languages"');
  });

  it('says why it could not be made, and tries again', async () => {
    let reply: SiteHandlers['readThumbnail'] = () => refusal('internal');
    await openTestPack({ readThumbnail: (call) => reply?.(call) ?? refusal('internal') });
    expect(await screen.findByText(/^The thumbnails could not be finished: /)).toBeTruthy();
    reply = (call) => json(storedThumbnail(lastPart(call)));

    press('Try again');

    expect(await screen.findByText(/^1 and 2 look too similar/)).toBeTruthy();
  });
});

it('the pairs of a test are named by their numbers', () => {
  const plain = (red: number, blue: number) => {
    const data = new Uint8ClampedArray(16 * 9 * 4);
    for (let at = 0; at < data.length; at += 4) data.set([red, 0, blue, 255], at);
    return { file: { name: '', blob: new Blob() }, pixels: { width: 16, height: 9, data } };
  };

  expect(listSimilarPairs([plain(255, 0), plain(0, 255), plain(240, 0)])).toEqual([[1, 3]]);
});

it('the files of a test are numbered thumbnails, their titles and the steps', async () => {
  const files = ['castle.jpg', 'castle.jpg'].map((name) => ({ name, blob: new Blob([name]) }));
  const listed = listTestFiles(files, ['A castle', ' I did it ']);

  expect(listed.map(({ name }) => name)).toEqual([
    '1-castle.jpg',
    '2-castle.jpg',
    'titles.txt',
    'how-to.txt',
  ]);
  expect(await listed[2]?.blob.text()).toBe(
    '1. A castle\r\n   1-castle.jpg\r\n2. I did it\r\n   2-castle.jpg\r\n',
  );
  expect(await listed[3]?.blob.text()).toContain('choose Test & Compare');
});
