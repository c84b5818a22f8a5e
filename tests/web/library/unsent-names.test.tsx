import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { outbox } from '../../../web/src/outbox/outbox.ts';
import { shownUpdates } from '../../../web/src/outbox/updates.ts';
import { TEXT_LAYER } from '../../support/designs.ts';
import { fakePictures } from '../finish/support/fake-pictures.ts';
import { json, refusal, type FakeCall } from '../support/fake-api.ts';
import { openLibrary, pressOnCard, summary, waitForCards } from '../support/library.tsx';
import { ADA, lastPart, postCalls, press, storedThumbnail } from '../support/site.tsx';

beforeEach(fakePictures);
// The files of the rig share the outbox.
afterEach(() => {
  outbox.forget(ADA.id);
  shownUpdates.set(new Map());
});

const name = 'Prompt old';
const design = {
  layers: [{ ...TEXT_LAYER, translations: { de: { text: 'EINE BURG' }, hi: { text: 'किला' } } }],
  crop: 0.5,
};

/** Opens the library with a thumbnail, and gives it a name that the server cannot take now. */
async function rename(next: string) {
  const calls = await openLibrary({
    listThumbnails: () => json({ thumbnails: [summary('a', { name, isFinished: true })] }),
    readThumbnail: (call: FakeCall) =>
      json(storedThumbnail(lastPart(call), { name, prompt: 'A castle', design, designVersion: 1 })),
    updateThumbnail: () => refusal('too_many_requests'),
  });
  await waitForCards('old');
  pressOnCard('old', 'Rename');
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: next } });
  press('Save');
  await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
  return calls;
}

/** Lists the names of the files that the browser saves. */
function recordFiles(): string[] {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  click.mockImplementation(function save(this: HTMLAnchorElement) {
    if (this.download !== '') saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}

it.each([
  ['the name', 'Prompt new', 'new', 'prompt-new'],
  ['the prompt, without a name', '', 'a', 'a-castle'],
])('files have %s that the list shows, before the server has it', async (_, next, shown, file) => {
  await rename(next);
  const saved = recordFiles();
  await waitForCards(shown);
  pressOnCard(shown, 'Download finished');

  expect(await screen.findByText('2 more files are in other languages.')).toBeTruthy();
  press('Download them');
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved).toEqual([`${file}-1280x720.jpg`, `${file}-1280x720-languages.zip`]);
});

it('a thumbnail is not duplicated before the server has its name', async () => {
  const calls = await rename('Prompt new');
  await waitForCards('new');
  pressOnCard('new', 'Duplicate');

  expect(
    await screen.findByText('The thumbnail was not duplicated. Its latest changes are not saved yet.'),
  ).toBeTruthy();
  expect(postCalls(calls).filter(({ url }) => url.endsWith('/copies'))).toEqual([]);
});
