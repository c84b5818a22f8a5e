import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, lostConnection } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { press } from '../../support/site.tsx';
import type { SiteHandlers } from '../../support/site.tsx';
import {
  DESIGN,
  ID,
  inList,
  openEditor,
  passPause,
  stubBrowser,
  stubFonts,
  THUMBNAIL,
  withThumbnail,
} from '../support/finish-page.ts';
import { makeEdit, openImageTools, recolor, requests, SIZE, tool } from '../support/image-tools.ts';

const EDITS = [makeEdit('e2', { kind: 'upscale' }, 'e1'), makeEdit('e1', { kind: 'erase' })];
const NOT_LOADED = 'The image of this version could not be loaded.';

/** The image that each saved file shows. */
let files: unknown[];
/** Functions that answer the held requests for images, by file name. */
let held: Map<string, () => void>;
let broken: Set<string>;

beforeEach(() => {
  stubBrowser();
  files = [];
  held = new Map();
  broken = new Set();
  // The canvases of files have their size, and are not on the page.
  const drawn = fakeCanvas((canvas) => !canvas.isConnected && canvas.width === SIZE.width);
  vi.stubGlobal('createImageBitmap', async (file: Blob) => ({ ...SIZE, name: await file.text() }));
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([JPEG])));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {
    const images = drawn.filter(([call]) => call === 'drawImage').map(([, image]) => image);
    files.push((images.at(-1) as { name: string }).name);
  });
});

/** The start of a JPEG, an empty comment and its end. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);

const image = async ({ url }: FakeCall) => {
  const name = url.split('/').at(-1) ?? '';
  if (held.has(name)) await new Promise<void>((resolve) => held.set(name, resolve));
  return new Response(name, { status: broken.has(name) ? 500 : 200 });
};

/** Opens the page with versions whose images can be held and broken. */
const open = () => openImageTools({ edits: EDITS, more: { image } });

const exportFile = () => press('Export');
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('a version that is chosen', () => {
  it('is exported when its image has loaded, not the version before it', async () => {
    held.set('e1.png', () => undefined);
    await open();
    press('Version Erased');
    exportFile();
    await passPause();
    expect(files).toEqual([]);

    await act(async () => {
      held.get('e1.png')?.();
      await Promise.resolve();
    });
    await waitFor(() => expect(files).toEqual(['e1.png']));
    expect(await screen.findByText(/^Exported /)).toBeDefined();
  });

  it('says that its image could not be loaded, exports and pays for nothing meanwhile, and loads it again', async () => {
    broken.add('e1.png');
    const { calls } = await open();
    press('Version Erased');
    expect((await screen.findByText(NOT_LOADED)).closest('[role=alert]')).not.toBeNull();
    exportFile();
    const words = `Nothing was exported: ${NOT_LOADED} Check your connection and try again.`;
    expect(await screen.findByText(words)).toBeDefined();
    tool('Recolour');
    expect(screen.getByText('The tool waits for the image of this version.')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'New colour' })).toBeNull();
    tool('Recolour');

    broken.clear();
    press('Try again');
    await waitFor(() => expect(alerts()).not.toContain(`${NOT_LOADED}Try again`));
    exportFile();
    await waitFor(() => expect(files).toEqual(['e1.png']));
    recolor();
    await waitFor(() => expect(requests(calls)).toMatchObject([{ baseId: 'e1' }]));
  });

  it('is not replaced by the original if no list has it', async () => {
    const design = { ...DESIGN, image: 'gone' };
    await openImageTools({ more: { readThumbnail: () => json({ ...THUMBNAIL, ...SIZE, design }) } });

    expect(await screen.findByText(NOT_LOADED)).toBeDefined();
    exportFile();
    expect(await screen.findByText(/^Nothing was exported/)).toBeDefined();
    expect(files).toEqual([]);
  });

  it('is loaded again with the next connection', async () => {
    broken.add('e1.png');
    await open();
    press('Version Erased');
    await screen.findByText(NOT_LOADED);
    broken.clear();
    act(() => void dispatchEvent(new Event('online')));

    await waitFor(() => expect(screen.queryByText(NOT_LOADED)).toBeNull());
  });

  it('is exported while a tool shows the version that it changes', async () => {
    await open();
    press('Version 4K');
    tool('Erase');
    await screen.findByRole('button', { name: 'Invert' });
    exportFile();

    await waitFor(() => expect(files).toEqual(['e2.png']));
  });

  it('is compared with the version before when both have loaded', async () => {
    broken.add('e1.png');
    await open();
    press('Version 4K');
    press('Before/After');
    expect(await screen.findByText('The version before could not be loaded.')).toBeDefined();
    expect(screen.queryByRole('slider', { name: 'Before' })).toBeNull();

    broken.clear();
    press('Try again');
    expect(await screen.findByRole('slider', { name: 'Before' })).toBeDefined();
  });
});

describe('a cut-out of the design', () => {
  const FACE = {
    id: 'face',
    url: 'https://images.test/face.png',
    ...SIZE,
    createdAt: '2026-11-20T10:00:00.000Z',
    isPicture: false,
  };
  const design = { ...DESIGN, layers: [createCutoutLayer('face')] };
  const openWith = (listCutouts: SiteHandlers['listCutouts'] = () => json({ cutouts: [FACE] })) =>
    openEditor({ ...withThumbnail({ design }), image, listCutouts });

  it('is marked while its image cannot be loaded, keeps the export waiting, and is loaded again', async () => {
    broken.add('face.png');
    await openWith();
    expect(await screen.findByText('Cut-out could not be loaded')).toBeDefined();
    exportFile();
    const problem = 'A cut-out could not be loaded.';
    const words = `Nothing was exported: ${problem} Check your connection and try again.`;
    expect(await screen.findByText(words)).toBeDefined();
    expect(alerts()).toContain(`${problem}Try again`);

    broken.clear();
    press('Try again');
    await waitFor(() => expect(screen.queryByText('Cut-out could not be loaded')).toBeNull());
    exportFile();
    await waitFor(() => expect(files).toEqual(['face.png']));
    expect(alerts()).not.toContain(`${problem}Try again`);
  });

  it('is loaded from its new URL when the old one has expired', async () => {
    broken.add('face.png');
    const cutouts = [FACE];
    await openWith(() => json({ cutouts }));
    await screen.findByText('Cut-out could not be loaded');
    cutouts[0] = { ...FACE, url: 'https://images.test/renewed.png' };
    press('Try again');

    exportFile();
    await waitFor(() => expect(files).toEqual(['renewed.png']));
  });

  it('keeps the export waiting while the list of cut-outs cannot be read, unless it is hidden', async () => {
    await openWith(() => lostConnection());
    expect(await screen.findByText('Your cut-outs could not be loaded.')).toBeDefined();
    exportFile();
    expect(await screen.findByText(/^Nothing was exported: Your cut-outs could not be loaded/)).toBeDefined();

    fireEvent.click(inList('Cut-out'));
    press('Hide Cut-out');
    exportFile();
    await waitFor(() => expect(files).toEqual([`${ID}.png`]));
  });
});

it('a font that cannot be loaded keeps the file from being exported, with the reason', async () => {
  stubFonts(() => Promise.reject(new Error('offline')));
  await open();
  exportFile();

  const words =
    'Nothing was exported: The font Anton could not be loaded. Check your connection and try again.';
  expect(await screen.findByText(words)).toBeDefined();
  expect(files).toEqual([]);
});
