import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { outbox } from '../../../web/src/outbox/outbox.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../../support/designs.ts';
import { readZip } from '../../support/read-zip.ts';
import { DESIGN, ID, openEditor, typeWords, withThumbnail } from '../finish/support/finish-page.ts';
import { deferredReply, json, refusal } from '../support/fake-api.ts';
import { fakeCanvas } from '../support/fake-canvas.ts';
import { fakePictures } from '../finish/support/fake-pictures.ts';
import { card, openLibrary, pressOnCard, summary, waitForCards } from '../support/library.tsx';
import { ADA, lastPart, press, storedThumbnail, type SiteHandlers } from '../support/site.tsx';

beforeEach(fakePictures);
// The files of the rig share the outbox.
afterEach(() => outbox.forget(ADA.id));

const design = { layers: [CUTOUT_LAYER], crop: 0.5 };
/** Thumbnails of which the first two use a cut-out that is deleted. */
const HANDLERS: SiteHandlers = {
  listThumbnails: () => json({ thumbnails: ['a', 'b', 'c'].map((id) => summary(id, { isFinished: true })) }),
  readThumbnail: (call) =>
    json(storedThumbnail(lastPart(call), lastPart(call) === 'c' ? {} : { design, designVersion: 1 })),
  listCutouts: () => json({ cutouts: [] }),
};

it('A finished image without a deleted cut-out is saved with a message', async () => {
  await openLibrary(HANDLERS);
  await waitForCards('a', 'b', 'c');

  pressOnCard('a', 'Download finished');

  expect(await screen.findByText('The image leaves out a cut-out that is not available.')).toBeTruthy();
});

it('The message about several images says how many are without a cut-out', async () => {
  await openLibrary(HANDLERS);
  await waitForCards('a', 'b', 'c');
  for (const box of screen.getAllByRole('checkbox', { name: /^Select: / })) fireEvent.click(box);

  fireEvent.click(within(screen.getByRole('region', { name: 'Selection' })).getByText('Finished, JPEG'));

  expect(await screen.findByText('2 images leave out a cut-out that is not available.')).toBeTruthy();
});

/** Two thumbnails, of which the first one has two languages. */
const TRANSLATED: SiteHandlers = {
  listThumbnails: () => json({ thumbnails: ['a', 'b'].map((id) => summary(id, { isFinished: true })) }),
  readThumbnail: (call) =>
    json(
      storedThumbnail(lastPart(call), {
        prompt: `Castle ${lastPart(call)}`,
        design: { layers: [lastPart(call) === 'a' ? withTranslations : TEXT_LAYER], crop: 0.5 },
      }),
    ),
};
const withTranslations = {
  ...TEXT_LAYER,
  translations: { de: { text: 'EINE BURG' }, hi: { text: 'किला' } },
};

it.each<[string, number, string, string[]]>([
  ['one thumbnail', 1, 'castle-a-1280x720-languages.zip', []],
  ['several thumbnails', 2, 'thumbnails-languages.zip', ['castle-a-1280x720.jpg', 'castle-b-1280x720.jpg']],
])('After the download of %s, the files in other languages are offered', async (_, count, zip, originals) => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return 'blob:file';
  });
  await openLibrary(TRANSLATED);
  await waitForCards('a', 'b');
  for (const box of screen.getAllByRole('checkbox', { name: /^Select: / }).slice(0, count))
    fireEvent.click(box);
  fireEvent.click(within(screen.getByRole('region', { name: 'Selection' })).getByText('Finished, JPEG'));

  expect(await screen.findByText('2 more files are in other languages.')).toBeTruthy();
  press('Download them');
  expect(await screen.findByText(new RegExp(`^Exported ${zip}, 2 files, `))).toBeTruthy();
  const [first = new Blob(), second = new Blob()] = saved;
  expect(count === 1 ? first.type : [...(await readZip(first)).keys()]).toEqual(
    count === 1 ? 'image/jpeg' : originals,
  );
  expect([...(await readZip(second)).keys()]).toEqual([
    'castle-a-1280x720-de.jpg',
    'castle-a-1280x720-hi.jpg',
  ]);
});

it('A test pack says which image is without a cut-out', async () => {
  await openLibrary(HANDLERS);
  await waitForCards('a', 'b', 'c');
  for (const box of screen.getAllByRole('checkbox', { name: /^Select: / })) fireEvent.click(box);

  press('Test pack');

  const notes = await screen.findAllByText(/leaves out a cut-out that is not available/);
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    '1 leaves out a cut-out that is not available.',
    '2 leaves out a cut-out that is not available.',
  ]);
});

it('A finished image waits for the save of the page that was just left', async () => {
  const save = deferredReply<'saveDesign'>();
  const calls = await openEditor({
    ...withThumbnail({ design: DESIGN }),
    saveDesign: () => save.promise,
    listThumbnails: () => json({ thumbnails: [summary(ID, { isFinished: true })] }),
  });
  const countReads = () => calls.filter(({ url }) => url === `/api/thumbnails/${ID}`).length;
  const isSaving = () => calls.some(({ method }) => method === 'PUT');
  const before = countReads();
  typeWords('THE NEW WORDS');
  fireEvent.click(screen.getByRole('link', { name: 'All thumbnails' }));
  await waitForCards(ID);
  await waitFor(() => expect(isSaving()).toBe(true));

  pressOnCard(ID, 'Download finished');
  await import('../../../web/src/api/export-finished.ts');
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(countReads()).toBe(before);
  save.resolve(json({ version: 4 }));

  await waitFor(() => expect(countReads()).toBe(before + 1));
});

it('A finished image has the changes of this browser that the server could not take yet', async () => {
  const drawn = fakeCanvas();
  const calls = await openEditor({
    ...withThumbnail({ design: DESIGN }),
    saveDesign: () => refusal('too_many_requests'),
    listThumbnails: () => json({ thumbnails: [summary(ID, { isFinished: true })] }),
  });
  typeWords('THE NEW WORDS');
  fireEvent.click(screen.getByRole('link', { name: 'All thumbnails' }));
  await waitForCards(ID);
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(0));
  drawn.length = 0;

  pressOnCard(ID, 'Download finished');

  const texts = () => drawn.filter(([method]) => method === 'fillText').map(([, text]) => text);
  await waitFor(() => expect(texts()).not.toEqual([]));
  expect(new Set(texts())).toEqual(new Set(['THE NEW WORDS']));
});

it('An image that was just finished offers its finished file before the server has its design', async () => {
  const save = deferredReply<'saveDesign'>();
  const thumbnails = [summary(ID, { isFinished: false })];
  const calls = await openEditor({
    ...withThumbnail({ design: { layers: [], crop: 0.5 } }),
    saveDesign: () => save.promise,
    listThumbnails: () => json({ thumbnails }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add your headline' }));
  typeWords('THE NEW WORDS');
  fireEvent.click(screen.getByRole('link', { name: 'All thumbnails' }));
  await waitForCards(ID);
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  expect(card(ID).getAllByRole('button', { name: 'Download finished', hidden: true })).toHaveLength(1);

  fireEvent.click(screen.getAllByRole('link', { name: 'Create', hidden: true })[0] ?? document.body);
  const region = await screen.findByRole('region', { name: 'Preview' });
  await within(region).findByText('Finished, JPEG');
});
