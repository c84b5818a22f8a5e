import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { json } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import { DESIGN, ID, passPause, savedDesigns, stubBrowser, THUMBNAIL } from '../support/finish-page.ts';
import {
  SIZE,
  requests,
  openImageTools,
  sentMask,
  tool,
  write,
  pressAction,
  recolor,
  versions,
} from '../support/image-tools.ts';

beforeEach(stubBrowser);

/** The texts that a translation replaces. */
function listTexts(nodes: readonly Node[]): Text[] {
  return nodes.flatMap((node) =>
    node instanceof Text ? (node.data.trim() === '' ? [] : [node]) : listTexts([...node.childNodes]),
  );
}

describe('a change of the image', () => {
  it('is requested with its words, becomes the version that is shown, and is undone as one step', async () => {
    const { calls } = await openImageTools();

    recolor();

    await waitFor(() =>
      expect(versions()).toEqual([
        ['Original', 'false'],
        ['Flags green', 'true'],
      ]),
    );
    expect(requests(calls)).toMatchObject([
      { thumbnailId: ID, baseId: ID, operation: { kind: 'recolor', find: 'flags', prompt: 'green' } },
    ]);
    const editId = requests(calls)[0]?.editId;
    await passPause();
    await waitFor(() => expect(savedDesigns(calls).at(-1)?.design.image).toBe(editId));

    press('Undo');
    expect(versions().map(([, isShown]) => isShown)).toEqual(['true', 'false']);
  });

  it('has the name of its tool on its button on a translated page', async () => {
    await openImageTools();
    const actions = () => [...document.querySelectorAll('.tool-action button')];
    tool('Recolour');
    for (const text of listTexts(actions())) {
      const translated = document.createElement('em');
      translated.textContent = text.data;
      text.replaceWith(translated);
    }

    tool('Erase');

    expect(actions().map(({ textContent }) => textContent.trim())).toEqual(['Erase']);
  });

  it('waits for the words that it needs', async () => {
    const { calls } = await openImageTools();
    tool('Recolour');
    pressAction('Recolour');
    expect(screen.getByText('Say which thing it is first.')).toBeDefined();
    expect(requests(calls)).toEqual([]);
  });

  it('is painted with a box that the keyboard moves, and the layers are put away meanwhile', async () => {
    const { calls } = await openImageTools();
    tool('Erase');
    expect(screen.queryByRole('button', { name: 'I BUILT A CASTLE' })).toBeNull();
    fireEvent.click(await screen.findByRole('radio', { name: 'Box' }));
    const box = () => screen.getByRole('button', { name: /^Box at/ });
    fireEvent.keyDown(box(), { key: 'ArrowRight' });
    fireEvent.keyDown(box(), { key: 'ArrowUp', shiftKey: true });
    fireEvent.click(box());
    pressAction('Erase');

    await waitFor(() => expect(requests(calls)).toHaveLength(1));
    const mask = sentMask(calls);
    expect(mask).toMatchObject(SIZE);
    expect(mask.pixels.filter((value) => value === 255)).toHaveLength(320 * 164);
    expect([mask.pixels[270 * 1_280 + 496], mask.pixels[270 * 1_280 + 495]]).toEqual([255, 0]);
  });

  it.each([
    [false, 320],
    [true, 960],
  ])(
    'is painted where the pointer is on the image that the creator sees: mirrored %s',
    async (flipped, x) => {
      const shown = vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect');
      onTestFinished(() => shown.mockRestore());
      shown.mockReturnValue(new DOMRect(100, 50, 640, 360));
      const design = { ...DESIGN, adjustments: { flipped } };
      const { calls } = await openImageTools({
        more: { readThumbnail: () => json({ ...THUMBNAIL, ...SIZE, design, edits: [] }) },
      });
      tool('Erase');
      const area = await screen.findByRole('img', { name: 'The painted area' });
      fireEvent.pointerDown(area, { button: 0, pointerId: 1, clientX: 100 + 160, clientY: 50 + 90 });
      fireEvent.pointerUp(area, { pointerId: 1 });
      pressAction('Erase');

      await waitFor(() => expect(requests(calls)).toHaveLength(1));
      const { pixels } = sentMask(calls);
      const marked = [...pixels.keys()].filter((at) => pixels[at] === 255);
      const columns = marked.map((at) => at % SIZE.width);
      const rows = marked.map((at) => Math.floor(at / SIZE.width));
      // The brush has 48 pixels, so its disc begins 24 before its middle.
      expect([columns, rows].map((each) => [Math.min(...each), Math.max(...each)])).toEqual([
        [x - 24, x + 23],
        [180 - 24, 180 + 23],
      ]);
    },
  );

  it('is painted along the whole way of the pointer, and neither by its right button, by two fingers, nor by another pointer', async () => {
    const { calls } = await openImageTools();
    tool('Erase');
    const area = await screen.findByRole('img', { name: 'The painted area' });
    vi.spyOn(area, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 640, 360));
    const at = (clientX: number, pointerId = 1, button = 0) => ({ button, pointerId, clientX, clientY: 180 });
    fireEvent.pointerDown(area, at(500, 1, 2));
    fireEvent.pointerUp(area, at(500, 1, 2));
    fireEvent.pointerDown(area, at(550, 1));
    fireEvent.pointerDown(area, at(600, 2));
    fireEvent.pointerUp(area, at(550, 1));
    fireEvent.pointerUp(area, at(600, 2));
    expect(screen.getByText('Paint on the image first.')).toBeDefined();
    fireEvent.pointerDown(area, at(100));
    // An older Safari has no coalesced events.
    fireEvent(area, Object.assign(createEvent.pointerMove(area, at(50)), { getCoalescedEvents: undefined }));
    const move = createEvent.pointerMove(area, at(300));
    fireEvent(area, Object.assign(move, { getCoalescedEvents: () => [at(200), at(300)] }));
    fireEvent.pointerMove(area, at(600, 9)); // The mouse, which is above the image.
    fireEvent.pointerUp(area, at(300));
    pressAction('Erase');

    await waitFor(() => expect(requests(calls)).toHaveLength(1));
    const { pixels } = sentMask(calls);
    const row = pixels.subarray(360 * SIZE.width, 361 * SIZE.width);
    expect([row.indexOf(255), row.lastIndexOf(255)]).toEqual([100 - 24, 600 + 23]);
  });

  it('takes strokes back before it takes back a change of the design, and [ and ] change the brush', async () => {
    await openImageTools();
    tool('Erase');
    await screen.findByRole('slider', { name: 'Size' });
    fireEvent.keyDown(document.body, { key: ']' });
    expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Size' }).value).toBe('56');
    press('Invert');
    expect(screen.queryByText('Paint on the image first.')).toBeNull();

    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(screen.getByText('Paint on the image first.')).toBeDefined();
  });

  it('makes room whose margins give 16:9 after the crop', async () => {
    const { calls } = await openImageTools();
    tool('Move');
    fireEvent.click(await screen.findByRole('radio', { name: 'Room right' }));
    pressAction('Fill');

    await waitFor(() => expect(requests(calls)).toHaveLength(1));
    expect(requests(calls)[0]?.operation).toEqual({ kind: 'fill', left: 0, right: 359, up: 0, down: 0 });
    await passPause();
    await waitFor(() => expect(savedDesigns(calls).at(-1)?.design.crop).toBeCloseTo(1, 2));
  });
});

it('a sentence makes room by the amount of its suggestion', async () => {
  const suggestion = { kind: 'fill', left: 128, right: 0, up: 36, down: 36 } as const;
  const { calls } = await openImageTools({ more: { suggestEdit: () => json({ suggestion }) } });
  write('Say what to change', 'a little room on the left');
  press('Show the change');
  const form = within(screen.getByRole('form', { name: 'Say what to change' }));
  fireEvent.click(await form.findByRole('button', { name: 'Move' }));

  await waitFor(() => expect(requests(calls)).toMatchObject([{ operation: suggestion }]));
});
