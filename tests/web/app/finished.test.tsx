import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DESIGN, HEADLINE, ID, openEditor, stubBrowser, typeWords } from '../finish/support/finish-page.ts';
import { deferredReply, json } from '../support/fake-api.ts';
import { fakeCanvas } from '../support/fake-canvas.ts';
import * as home from '../support/home.ts';
import { imageUrl, lastPart, storedThumbnail } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

const PREVIEW = 'https://images.test/design.jpg';
const FINISHED = { design: DESIGN, designVersion: 1, previewURL: PREVIEW } as const;
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);

let drawn: unknown[][];
let saved: string[];

beforeEach(() => {
  stubBrowser();
  drawn = fakeCanvas();
  saved = [];
  const mocks = [
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([JPEG]))),
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture'),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    }),
  ];
  onTestFinished(() => mocks.forEach((mock) => mock.mockRestore()));
});

const words = () => drawn.filter(([method]) => method === 'fillText').map(([, text]) => text);
const finished = (id: string) => storedThumbnail(id, FINISHED);
const openFinished = async (handlers: SiteHandlers = {}, ids = ['a']) => {
  const calls = home.openHome({ readThumbnail: (call) => json(finished(lastPart(call))), ...handlers }, ids);
  await home.waitForPrevious(ids.length);
  return calls;
};

describe('a finished thumbnail', () => {
  it('looks finished in the viewer, in its tile and in the dialog', async () => {
    await openFinished({}, ['a', 'b', 'c', 'd']);

    await waitFor(async () => expect(await home.findImage()).toHaveProperty('src', PREVIEW));
    await waitFor(() => expect(words()).toEqual(['I BUILT A CASTLE']));
    const drawing = home.preview().querySelector('canvas');
    await waitFor(() => expect(drawing?.hidden).toBe(false));
    const tiles = home.previousButtons().map((button) => button.querySelector('img')?.src);
    expect(tiles).toEqual([PREVIEW, PREVIEW, PREVIEW, PREVIEW]);
    home.generate('another');
    const dialog = within(await screen.findByRole('dialog', { name: 'Warning!' }));
    expect(dialog.getByAltText('The oldest thumbnail')).toHaveProperty('src', PREVIEW);
    expect(dialog.getByText('Finished, JPEG')).toBeTruthy();
  });

  it('keeps its preview in the viewer if its design cannot be drawn', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('The image is damaged')));
    const calls = await openFinished();

    await waitFor(() => expect(calls.filter(({ url }) => url === imageUrl('a'))).toHaveLength(1));
    expect(home.preview().querySelector('canvas')?.hidden).toBe(true);
    expect(await home.findImage()).toHaveProperty('src', PREVIEW);
  });

  it('is downloaded with its design, or as thumbnail.png', async () => {
    await openFinished({ image: () => new Response('the image') });
    await home.findImage();
    const menu = await within(home.preview()).findByText('Finished, JPEG');
    const items = [...(menu.closest('[popover]')?.querySelectorAll('button') ?? [])];
    expect(items.map(({ textContent }) => textContent.trim())).toEqual(['Finished, JPEG', 'Original']);

    fireEvent.click(menu);
    await waitFor(() => expect(saved).toEqual(['prompt-a-1280x720.jpg']));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Download' }).matches(':disabled')).toBe(false),
    );
    fireEvent.click(screen.getByText('Original'));
    await waitFor(() => expect(saved).toEqual(['prompt-a-1280x720.jpg', 'thumbnail.png']));
  });

  it('is shown again when the save of the finish page that was just left has ended', async () => {
    const save = deferredReply<'saveDesign'>();
    let stored = storedThumbnail(ID);
    home.storeHistory([ID]);
    await openEditor({ readThumbnail: () => json(stored), saveDesign: () => save.promise });
    fireEvent.click(await screen.findByRole('button', { name: 'Add your headline' }));
    typeWords(HEADLINE.text);
    fireEvent.click(screen.getByRole('link', { name: 'Thumbforge' }));
    expect(await home.findImage()).toHaveProperty('src', imageUrl(ID));
    stored = storedThumbnail(ID, FINISHED);
    await act(async () => {
      save.resolve(json({ version: 1 }));
      await Promise.resolve();
    });

    await waitFor(async () => expect(await home.findImage()).toHaveProperty('src', PREVIEW));
  });
});

it('A thumbnail whose design has chosen a version shows this version everywhere', async () => {
  const version = { imageURL: 'https://images.test/e.png', previewURL: 'https://images.test/e.webp' };
  const edit = {
    ...{ id: 'e', baseId: 'a', operation: { kind: 'erase' as const }, width: 1_344, height: 768 },
    createdAt: '2026-11-24T10:00:00.000Z',
  };
  await openFinished({
    readThumbnail: () =>
      json(
        storedThumbnail('a', {
          ...{ previewURL: 'https://images.test/a.webp', originalPreviewURL: 'https://images.test/a.webp' },
          edits: [{ ...edit, ...version }],
          design: { layers: [], crop: 0.5, image: 'e' },
        }),
      ),
  });

  expect(await home.findImage()).toHaveProperty('src', version.imageURL);
  expect(home.previousButtons()[0]?.querySelector('img')?.src).toBe(version.previewURL);
});
