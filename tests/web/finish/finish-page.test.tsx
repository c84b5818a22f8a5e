import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Design } from '../../../contract/design.ts';
import { json, refusal } from '../support/fake-api.ts';
import { ADA, press } from '../support/site.tsx';
import {
  DESIGN,
  findLayers,
  HEADLINE,
  ID,
  layerNames,
  openFinish,
  savedDesigns,
  stubBrowser,
  stubFonts,
  THUMBNAIL,
  withThumbnail,
} from './support/finish-page.ts';

beforeEach(stubBrowser);

const onImage = (name: string) =>
  within(screen.getByRole('group', { name: 'Layers on the image' })).getByRole('button', { name });
const numberOf = (name: RegExp) => screen.getByRole<HTMLInputElement>('spinbutton', { name }).value;

describe('opening a thumbnail', () => {
  it('shows its prompt, its layers and the settings of the front layer', async () => {
    await openFinish();

    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'The image']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A castle at sunset');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Words' }).value).toBe(
      'I BUILT A CASTLE',
    );
    expect(document.title).toBe('Finish · Thumbforge');
  });

  it('shows markup in a text as its characters', async () => {
    const text = '<b>I BUILT</b> <img src=x onerror=alert(1)>';
    await openFinish(withThumbnail({ design: { ...DESIGN, layers: [{ ...HEADLINE, text }] } }));

    expect(await layerNames()).toEqual([text, 'The image']);
  });

  it('says when the account has no such thumbnail', async () => {
    await openFinish({ readThumbnail: () => refusal('not_found') });

    expect((await screen.findByRole('alert')).textContent).toContain(
      'There is no such thumbnail in your account.',
    );
  });

  it('says why a generation failed', async () => {
    await openFinish(
      withThumbnail({ status: 'failed', url: undefined, code: 'content_filtered', charge: 'refunded' }),
    );

    expect((await screen.findByRole('alert')).textContent).toContain(
      'was not generated. The image model declined this prompt; no credit was taken.',
    );
  });

  it('waits for a generation that is running', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let isDone = false;
    await openFinish({ readThumbnail: () => json(isDone ? THUMBNAIL : { ...THUMBNAIL, status: 'pending' }) });
    await screen.findByText('This thumbnail is still being generated.');
    isDone = true;
    await act(() => vi.advanceTimersByTimeAsync(3_000));

    expect(await findLayers()).toBeDefined();
  });

  it('can be tried again after an error', async () => {
    let isUp = false;
    await openFinish({ readThumbnail: () => (isUp ? json(THUMBNAIL) : new TypeError('Failed to fetch')) });
    await screen.findByText(/could not be loaded. The connection was lost./);
    isUp = true;
    press('Try again');

    expect(await findLayers()).toBeDefined();
  });
});

describe('editing', () => {
  it('saves the words that were typed, with the version that was read', async () => {
    const calls = await openFinish();
    await findLayers();
    fireEvent.change(screen.getByRole('textbox', { name: 'Words' }), { target: { value: 'NEW WORDS' } });
    expect(screen.getByText('Saving...')).toBeDefined();
    await screen.findByText('Saved');

    expect(savedDesigns(calls)).toEqual([
      { version: 3, design: { ...DESIGN, layers: [{ ...HEADLINE, text: 'NEW WORDS' }] } },
    ]);
    expect(await layerNames()).toEqual(['NEW WORDS', 'The image']);
  });

  it('moves a layer with the arrow keys, by 10 pixels with Shift, and says where it is', async () => {
    await openFinish();
    await findLayers();
    fireEvent.keyDown(onImage('I BUILT A CASTLE'), { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(onImage('I BUILT A CASTLE'), { key: 'ArrowUp' });

    expect([numberOf(/^X/), numberOf(/^Y/)]).toEqual(['650', '359']);
    expect(screen.getByText('650, 359')).toBeDefined();
    fireEvent.keyDown(document, { key: 'z', ctrlKey: true });
    expect([numberOf(/^X/), numberOf(/^Y/)]).toEqual(['640', '360']);
  });

  it('drags a layer with the pointer as one step of undo', async () => {
    await openFinish();
    await findLayers();
    const box = onImage('I BUILT A CASTLE');
    box.setPointerCapture = vi.fn();
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    for (const clientX of [120, 170, 220])
      fireEvent.pointerMove(box, { clientX, clientY: 100, ctrlKey: true });
    fireEvent.pointerUp(box);
    expect(numberOf(/^X/)).toBe('760');

    press('Undo');
    expect(numberOf(/^X/)).toBe('640');
    press('Redo');
    expect(numberOf(/^X/)).toBe('760');
  });

  it.each([
    ['sideways', { clientX: 220, clientY: 130 }, ['760', '360']],
    ['up and down', { clientX: 130, clientY: 220 }, ['640', '480']],
  ])('drags a layer only %s with Shift', async (_direction, end, position) => {
    await openFinish();
    await findLayers();
    const box = onImage('I BUILT A CASTLE');
    box.setPointerCapture = vi.fn();
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(box, { ...end, shiftKey: true, ctrlKey: true });

    expect([numberOf(/^X/), numberOf(/^Y/)]).toEqual(position);
  });

  it('does not move a layer that is only pressed', async () => {
    await openFinish();
    await findLayers();
    const box = onImage('I BUILT A CASTLE');
    box.setPointerCapture = vi.fn();
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(box, { clientX: 102, clientY: 101 });
    fireEvent.pointerUp(box);

    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('deletes a layer, keeps the focus, and brings the layer back with Undo', async () => {
    await openFinish();
    await findLayers();
    press('Delete');
    expect(await layerNames()).toEqual(['The image']);
    expect(document.activeElement).toBe(await findLayers());
    expect(screen.getByText('I BUILT A CASTLE deleted. Undo brings it back.')).toBeDefined();

    press('Undo');
    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'The image']);
  });

  it('adds, duplicates and reorders layers, up to three texts', async () => {
    await openFinish();
    await findLayers();
    press('Text');
    expect(await layerNames()).toEqual(['YOUR HEADLINE', 'I BUILT A CASTLE', 'The image']);
    press('Send YOUR HEADLINE backward');
    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'YOUR HEADLINE', 'The image']);
    expect(screen.getByText('YOUR HEADLINE is now layer 2 of 2, from the front.')).toBeDefined();
    press('Duplicate');
    expect(await layerNames()).toHaveLength(4);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Text' }).disabled).toBe(true);
  });

  it('changes every style of a text through labelled controls', async () => {
    const calls = await openFinish();
    await findLayers();
    fireEvent.click(screen.getByRole('radio', { name: 'Teko' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Bold' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Right' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Yellow' }));
    const slide = (name: string, value: number) =>
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
    slide('Size', 90);
    slide('Outline', 0);
    slide('Shadow', 24);
    slide('Plate', 50);
    slide('Padding', 30);
    fireEvent.change(screen.getByLabelText('Plate colour'), { target: { value: '#112233' } });
    fireEvent.change(screen.getByRole('spinbutton', { name: /^Turn/ }), { target: { value: '-4' } });
    await screen.findByText('Saved');

    expect(savedDesigns(calls).at(-1)?.design.layers).toEqual([
      {
        ...HEADLINE,
        font: 'teko',
        weight: 700,
        align: 'right',
        color: '#ffd23f',
        size: 90,
        rotation: -4,
        outline: { color: '#190a2d', width: 0 },
        shadow: { color: '#000000', blur: 24 },
        plate: { color: '#112233', opacity: 0.5, padding: 30 },
      },
    ]);
  });
});

it('says which font could not be loaded, and loads it again', async () => {
  let isUp = false;
  const load = () => (isUp ? Promise.resolve([]) : Promise.reject(new Error('offline')));
  stubFonts(load);
  await openFinish();
  await screen.findByText(/The font Anton could not be loaded./);
  isUp = true;
  press('Try again');

  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

describe('saving', () => {
  const other: Design = { layers: [{ ...HEADLINE, text: 'FROM MY PHONE' }], crop: 0.5 };

  async function openConflict() {
    let isChanged = false;
    const calls = await openFinish({
      readThumbnail: () => json(isChanged ? { ...THUMBNAIL, design: other, designVersion: 7 } : THUMBNAIL),
      saveDesign: ({ body }) => {
        if ((body as { version: number }).version === 7) return json({ version: 8 });
        isChanged = true;
        return refusal('design_changed');
      },
    });
    await findLayers();
    fireEvent.change(screen.getByRole('textbox', { name: 'Words' }), { target: { value: 'FROM HERE' } });
    await screen.findByRole('dialog', { name: 'Two versions of this design' });
    return calls;
  }

  it('asks which version to keep when another one was saved, and keeps this one', async () => {
    const calls = await openConflict();
    expect(screen.getByRole('img', { name: 'The other version' })).toBeDefined();
    press('Keep this version');
    await screen.findByText('Saved');

    expect(savedDesigns(calls).at(-1)).toMatchObject({
      version: 7,
      design: { layers: [{ text: 'FROM HERE' }] },
    });
  });

  it('can continue with the other version', async () => {
    await openConflict();
    press('Use the other version');

    expect(await layerNames()).toEqual(['FROM MY PHONE', 'The image']);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Two versions/ })).toBeNull());
  });

  it('restores the work of an earlier visit that never reached the server', async () => {
    const design = { ...DESIGN, layers: [{ ...HEADLINE, text: 'UNSAVED' }] };
    localStorage.setItem(
      'designDrafts',
      JSON.stringify([{ userId: ADA.id, thumbnailId: ID, design, version: 3 }]),
    );
    const calls = await openFinish();

    expect(await layerNames()).toEqual(['UNSAVED', 'The image']);
    await waitFor(() => expect(savedDesigns(calls)).toEqual([{ design, version: 3 }]));
    await waitFor(() => expect(localStorage.getItem('designDrafts')).toBe('[]'));
  });
});
