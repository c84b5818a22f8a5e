import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { json } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import { DESIGN, ID, passPause, savedDesigns, stubBrowser, THUMBNAIL } from '../support/finish-page.ts';
import { makeEdit, openImageTools, recolor, requests, SIZE, tool, versions } from '../support/image-tools.ts';

beforeEach(stubBrowser);

describe('the versions', () => {
  const EDITS = [makeEdit('e2', { kind: 'upscale' }, 'e1'), makeEdit('e1', { kind: 'erase' })];

  it('are listed from the oldest, and the tools continue from the version before 4K', async () => {
    const { calls } = await openImageTools({ edits: EDITS });
    press('Version 4K');

    expect(versions()).toEqual([
      ['Original', 'false'],
      ['Erased', 'false'],
      ['4K', 'true'],
    ]);
    expect(screen.getByText(/the tools continue from the version that it was made from/)).toBeDefined();
    press('Before/After');
    await screen.findByRole('slider', { name: 'Before' }); // The image before has loaded.
    press('Before/After');
    recolor();
    await waitFor(() => expect(requests(calls)).toMatchObject([{ baseId: 'e1' }]));
  });

  it('show the image before 4K while a tool is in use, because the tool changes that image', async () => {
    const drawn = fakeCanvas((canvas) => canvas.closest('[aria-label="Layers on the image"]') !== null);
    vi.stubGlobal('createImageBitmap', async (file: Blob) => ({ ...SIZE, name: await file.text() }));
    await openImageTools({
      edits: EDITS,
      more: { image: ({ url }) => new Response(url.split('/').at(-1)) },
    });
    /** The images that the canvas of the design has shown, one after the other. Faint layers are drawn by a canvas without a name. */
    const shown = () =>
      drawn
        .flatMap(([call, image]) => (call === 'drawImage' ? ((image as { name?: string }).name ?? []) : []))
        .filter((name, index, names) => name !== names[index - 1]);
    const original = `${ID}.png`;

    press('Version 4K');
    await waitFor(() => expect(shown()).toEqual([original, 'e2.png']));
    tool('Erase');
    await waitFor(() => expect(shown()).toEqual([original, 'e2.png', 'e1.png']));
    tool('Erase');
    expect(shown()).toEqual([original, 'e2.png', 'e1.png', 'e2.png']);
  });

  it.each([
    ['Room right', { left: 0, right: 359, up: 0, down: 0 }, { width: 1_639, height: 720 }, 1],
    ['Room left', { left: 359, right: 0, up: 0, down: 0 }, { width: 1_639, height: 720 }, 0],
    ['Wider', { left: 200, right: 200, up: 0, down: 0 }, { width: 1_680, height: 720 }, 0.5],
    ['Moved', { left: 0, right: 0, up: 359, down: 0 }, { width: 1_280, height: 1_079 }, 0],
  ])(
    '"%s" shows the room that was added, without the zoom of another shape',
    async (name, margins, size, crop) => {
      const filled = { ...makeEdit('e1', { kind: 'fill', ...margins }), ...size };
      const design = { ...DESIGN, crop: 0.3, adjustments: { zoom: 2, offset: 0.1, flipped: true } };
      const { calls } = await openImageTools({
        more: { readThumbnail: () => json({ ...THUMBNAIL, ...SIZE, design, edits: [filled] }) },
      });
      press(`Version ${name}`);
      await passPause();

      const shown = { ...DESIGN, crop, image: 'e1', adjustments: { flipped: true } };
      await waitFor(() => expect(savedDesigns(calls).at(-1)?.design).toEqual(shown));
    },
  );

  it('are read again when the URL of an image has expired, and the image is loaded from its new URL', async () => {
    // The storage refuses the URLs of the first read.
    let signature = 'expired';
    const edits = () => EDITS.map((made) => ({ ...made, imageURL: `${made.imageURL}?${signature}` }));
    const { calls } = await openImageTools({
      more: {
        image: ({ url }) => {
          const isExpired = url.endsWith('?expired');
          if (isExpired) signature = 'renewed';
          return new Response('image', { status: isExpired ? 403 : 200 });
        },
        readThumbnail: () => json({ ...THUMBNAIL, ...SIZE, edits: edits() }),
      },
    });
    press('Version Erased');

    await waitFor(() => expect(calls.map(({ url }) => url)).toContain('https://images.test/e1.png?renewed'));
  });

  it('shows the small copy of the original, without the design, while the page has another version', async () => {
    const stored = { ...THUMBNAIL, ...SIZE, edits: EDITS, design: { layers: [], crop: 0.5, image: 'e2' } };
    const originalPreviewURL = 'https://images.test/small.webp';
    await openImageTools({ more: { readThumbnail: () => json({ ...stored, originalPreviewURL }) } });
    const { firstElementChild } = screen.getByRole('button', { name: 'Version Original' });
    expect(firstElementChild).toHaveProperty('src', originalPreviewURL);
  });
});
