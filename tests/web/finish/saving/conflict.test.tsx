import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { json, refusal } from '../../support/fake-api.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { ID, openEditor, passPause, stubBrowser, THUMBNAIL, typeWords } from '../support/finish-page.ts';
import { translated } from '../languages/support.ts';
import { DesignServer } from '../support/design-server.ts';
import { makeEdit, SIZE } from '../support/image-tools.ts';

/** The calls that have drawn on the canvas of the other version. */
let drawn: unknown[][];
let isBroken: boolean;

beforeEach(() => {
  stubBrowser();
  isBroken = false;
  vi.stubGlobal('createImageBitmap', async (file: Blob) => ({ ...SIZE, name: await file.text() }));
  drawn = fakeCanvas(
    (canvas) => canvas.closest('figure')?.querySelector('figcaption')?.textContent === 'The other version',
  );
});

const names = () =>
  drawn.filter(([method]) => method === 'drawImage').map(([, image]) => (image as { name?: string }).name);

/** Another device has chosen another version of the image, and added a cut-out. */
async function openConflict() {
  const edits = [makeEdit('e1', { kind: 'erase' })];
  const design = { layers: [createCutoutLayer('face')], crop: 0.5, image: 'e1' };
  const createdAt = '2026-11-20T10:00:00.000Z';
  const face = { id: 'face', url: 'https://images.test/face.png', ...SIZE, createdAt, isPicture: false };
  let isChanged = false;
  await openEditor({
    readThumbnail: () => json({ ...THUMBNAIL, edits, ...(isChanged && { design, designVersion: 7 }) }),
    listCutouts: () => json({ cutouts: [face] }),
    image: ({ url }) => new Response(url.split('/').at(-1), { status: isBroken ? 500 : 200 }),
    saveDesign: () => {
      isChanged = true;
      return refusal('design_changed');
    },
  });
  isBroken = true;
  typeWords('FROM HERE');
  await passPause();
  return within(await screen.findByRole('dialog', { name: 'Two versions of this design' }));
}

it('The other version of a design is drawn with its own image and cut-outs, when they have loaded', async () => {
  const dialog = await openConflict();
  expect(await dialog.findByText('It could not be loaded.')).toBeDefined();
  expect(dialog.queryByRole('img', { name: 'The other version' })).toBeNull();
  expect(dialog.getByRole('img', { name: 'This version' })).toBeDefined();

  isBroken = false;
  dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.findByRole('img', { name: 'The other version' });
  await waitFor(() => expect(new Set(names())).toEqual(new Set(['e1.png', 'face.png'])));
  expect(names()).not.toContain(`${ID}.png`);
});

it('Two versions whose originals look alike say in which languages they differ', async () => {
  const server = new DesignServer();
  server.design = translated({ de: { text: 'EINE BURG' }, fr: { text: 'UN CHATEAU' } });
  await openEditor(server.handlers);
  server.design = translated({ fr: { text: 'LE CHATEAU' }, hi: { text: 'किला' }, ja: { text: '城' } });
  server.version += 1;
  typeWords('FROM HERE');
  await passPause();
  const dialog = within(await screen.findByRole('dialog', { name: 'Two versions of this design' }));

  expect(
    dialog.getByText(
      'Only this version has words in German. Only the other version has words in Hindi and Japanese. The versions have different words in French.',
    ),
  ).toBeDefined();
});
