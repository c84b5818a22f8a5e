import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { json, refusal } from '../support/fake-api.ts';
import { lastPart, press } from '../support/site.tsx';
import { DESIGN, ID, passPause, savedDesigns, stubBrowser, THUMBNAIL } from './support/finish-page.ts';
import {
  SIZE,
  editOf,
  requests,
  openImageTools,
  sentMask,
  tool,
  write,
  pressAction,
  recolor,
  versions,
} from './support/image-tools.ts';
import type { EditBody } from './support/image-tools.ts';

beforeEach(stubBrowser);

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

  it('is painted along the whole way of the pointer, and neither by its right button nor by two fingers', async () => {
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

it('a sentence makes as much room as its suggestion has', async () => {
  const suggestion = { kind: 'fill', left: 128, right: 0, up: 36, down: 36 } as const;
  const { calls } = await openImageTools({ more: { suggestEdit: () => json({ suggestion }) } });
  write('Say what to change', 'a little room on the left');
  press('Show the change');
  const form = within(screen.getByRole('form', { name: 'Say what to change' }));
  fireEvent.click(await form.findByRole('button', { name: 'Move' }));

  await waitFor(() => expect(requests(calls)).toMatchObject([{ operation: suggestion }]));
});

describe('an edit that does not end at once', () => {
  it('that fails says why and that no credit was taken, and is tried again with another id', async () => {
    let attempt = 0;
    const scene = await openImageTools({
      createEdit: (call) =>
        (attempt += 1) === 1 ? refusal('model_unavailable', { charge: 'refunded' }) : scene.make(call),
    });
    recolor();
    expect((await screen.findByRole('alert')).textContent).toContain('no credit was taken');

    press('Try again');

    await waitFor(() => expect(versions()).toHaveLength(2));
    expect(new Set(requests(scene.calls).map(({ editId }) => editId)).size).toBe(2);
  });

  it('that was made keeps its id when the list of the versions cannot be read, so that it is paid once', async () => {
    let readsSince: number | undefined;
    const scene = await openImageTools({
      createEdit: (call) => {
        readsSince ??= 0;
        return scene.make(call);
      },
      more: {
        readThumbnail: () =>
          readsSince !== undefined && (readsSince += 1) === 1
            ? refusal('too_many_requests')
            : json({ ...THUMBNAIL, ...SIZE, edits: [] }),
      },
    });
    recolor();
    expect((await screen.findByRole('alert')).textContent).not.toContain('no credit');

    press('Try again');

    await waitFor(() => expect(requests(scene.calls)).toHaveLength(2));
    expect(new Set(requests(scene.calls).map(({ editId }) => editId)).size).toBe(1);
  });

  it('that was filtered asks for other words, and keeps those that were typed', async () => {
    await openImageTools({ createEdit: () => refusal('content_filtered', { charge: 'refunded' }) });
    recolor();

    expect((await screen.findByRole('alert')).textContent).toContain('Change the wording first.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    press('Back');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Thing' }).value).toBe(' flags ');
  });

  it('shows the balance that it leaves', async () => {
    let credits = 5;
    const scene = await openImageTools({
      createEdit: (call) => {
        credits = 4;
        return scene.make(call);
      },
      more: { readCredits: () => json({ credits }) },
    });
    const header = within(screen.getByRole('banner'));
    await header.findByText('5');

    recolor();

    expect(await header.findByText('4')).toBeTruthy();
  });

  it('without credits offers to buy some, before and after the request', async () => {
    await openImageTools({ createEdit: () => refusal('insufficient_credits') });
    recolor();
    expect(
      within(await screen.findByRole('alert').then((alert) => alert.parentElement ?? alert)).getByRole(
        'link',
        { name: 'Buy Credits' },
      ),
    ).toBeDefined();
  });

  it('waits in line with its place, and can be cancelled', async () => {
    const { calls } = await openImageTools({
      createEdit: ({ body }) =>
        json({ editId: (body as EditBody).editId, status: 'waiting', ahead: 3, estimatedSeconds: 20 }),
    });
    recolor();

    expect(await screen.findByText('3 ahead of you, about 20 seconds')).toBeDefined();
    press('Cancel');

    // It was taken when the edit was requested.
    expect(await screen.findByText('Cancelled. Your credit is back.')).toBeDefined();
    expect(screen.queryByText('Waiting in line')).toBeNull();
    expect(calls.filter(({ url }) => url.endsWith('/cancel')).map(({ url }) => url)).toEqual([
      `/api/thumbnails/${requests(calls)[0]?.editId}/cancel`,
    ]);
  });

  it('is followed when the page opens again', async () => {
    const made = editOf('0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b99', { kind: 'erase' });
    let isMade = false;
    await openImageTools({
      more: {
        listGenerations: () =>
          json({
            generations: [
              { id: made.id, createdAt: made.createdAt, thumbnailId: ID },
              { id: 'another', createdAt: made.createdAt },
            ],
          }),
        readThumbnail: (call) => {
          if (lastPart(call) !== made.id) return json({ ...THUMBNAIL, ...SIZE, edits: isMade ? [made] : [] });
          isMade = true;
          return json({ ...THUMBNAIL, id: made.id });
        },
      },
    });

    await waitFor(() =>
      expect(versions()).toEqual([
        ['Original', 'false'],
        ['Erased', 'true'],
      ]),
    );
  });
});
