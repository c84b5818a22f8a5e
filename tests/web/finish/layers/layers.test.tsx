import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CUTOUT_LAYER, SHAPE_LAYER } from '../../../support/designs.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { press } from '../../support/site.tsx';
import {
  add,
  DESIGN,
  findLayers,
  HEADLINE,
  inList,
  layerNames,
  numberField,
  readNumber,
  onImage,
  openEditor,
  openTab,
  passPause,
  position,
  savedDesigns,
  stubBrowser,
  typeWords,
  withThumbnail,
  wordsField,
} from '../support/finish-page.ts';
import { settle } from '../support/late-font.ts';

beforeEach(stubBrowser);

const NAME = 'I BUILT A CASTLE';

describe('editing', () => {
  it('saves the words that were typed, with the version that was read', async () => {
    const calls = await openEditor();
    typeWords('NEW WORDS');
    expect(screen.getByText('Saving...')).toBeDefined();
    await passPause();
    await screen.findByText('Saved');

    expect(savedDesigns(calls)).toEqual([
      { version: 3, design: { ...DESIGN, layers: [{ ...HEADLINE, text: 'NEW WORDS' }] } },
    ]);
    expect(await layerNames()).toEqual(['NEW WORDS', 'The image']);
  });

  it('moves a layer with the arrow keys, by 10 pixels with Shift, and says where it is', async () => {
    await openEditor();
    fireEvent.keyDown(onImage('I BUILT A CASTLE'), { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(onImage('I BUILT A CASTLE'), { key: 'ArrowUp' });

    expect(position()).toEqual(['650', '359']);
    expect(screen.getByText('650, 359')).toBeDefined();
    fireEvent.keyDown(document, { key: 'z', ctrlKey: true });
    expect(position()).toEqual(['640', '360']);
  });

  it('deletes a layer, keeps the focus, and brings the layer back with Undo', async () => {
    await openEditor();
    press('Delete I BUILT A CASTLE');
    expect(await layerNames()).toEqual(['The image']);
    expect(document.activeElement).toBe(await findLayers());
    expect(screen.getByText('I BUILT A CASTLE deleted. Undo brings it back.')).toBeDefined();

    press('Undo');
    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'The image']);
  });

  it('adds, duplicates and reorders layers', async () => {
    await openEditor();
    add('text');
    expect(await layerNames()).toEqual(['YOUR HEADLINE', 'I BUILT A CASTLE', 'The image']);
    press('Send YOUR HEADLINE backward');
    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'YOUR HEADLINE', 'The image']);
    expect(screen.getByText('YOUR HEADLINE is now layer 2 of 2, from the front.')).toBeDefined();
    press('Duplicate YOUR HEADLINE');
    expect(await layerNames()).toHaveLength(4);
  });
});

describe('a new text', () => {
  it('has its words selected, and no other text lies on it', async () => {
    fakeCanvas();
    await openEditor(withThumbnail({ design: { layers: [], crop: 0.5 } }));
    await settle();
    const places = [];
    for (const isFirst of [true, false, false]) {
      if (isFirst) fireEvent.click(await screen.findByRole('button', { name: 'Add your headline' }));
      else add('text');
      places.push(position().join());
      expect(document.activeElement).toBe(wordsField());
      expect([wordsField().selectionStart, wordsField().selectionEnd]).toEqual([0, 'YOUR HEADLINE'.length]);
    }

    wordsField().setSelectionRange(3, 3);
    fireEvent.click(wordsField());
    expect([wordsField().selectionStart, wordsField().selectionEnd]).toEqual([0, 'YOUR HEADLINE'.length]);
    fireEvent.change(wordsField(), { target: { value: 'OTHER WORDS' } });
    wordsField().setSelectionRange(3, 3);
    fireEvent.click(wordsField());
    expect([wordsField().selectionStart, wordsField().selectionEnd]).toEqual([3, 3]);
    expect(new Set(places).size).toBe(3);
    expect(screen.queryByRole('button', { name: 'Add your headline' })).toBeNull();
  });

  it('is edited after a double click, also while another tab is open', async () => {
    await openEditor();
    openTab('Checks');
    fireEvent.doubleClick(onImage(NAME));

    expect(document.activeElement).toBe(wordsField());
    expect(screen.getByRole('tab', { name: 'Design' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('a layer', () => {
  it('stays in its place while it is locked, and is only in the list while it is hidden', async () => {
    const calls = await openEditor();
    press(`Lock ${NAME}`);
    fireEvent.keyDown(onImage(NAME), { key: 'ArrowRight' });
    const box = onImage(NAME);
    fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(box, { clientX: 200, clientY: 100 });
    expect(position()).toEqual(['640', '360']);

    press(`Hide ${NAME}`);
    expect(screen.getByRole('img', { name: 'The image without layers' })).toBeDefined();
    expect(inList(NAME)).toBeDefined();
    await passPause();
    await waitFor(() =>
      expect(savedDesigns(calls).map(({ design }) => design)).toContainEqual({
        ...DESIGN,
        layers: [{ ...HEADLINE, locked: true, hidden: true }],
      }),
    );
  });

  it('follows two fingers: their middle, their distance and their direction', async () => {
    await openEditor();
    const box = onImage(NAME);
    fireEvent.pointerDown(box, { button: 0, pointerId: 1, clientX: 540, clientY: 360 });
    fireEvent.pointerDown(box, { button: 0, pointerId: 2, clientX: 740, clientY: 360 });
    fireEvent.pointerMove(box, { pointerId: 1, clientX: 640, clientY: 310 });
    fireEvent.pointerMove(box, { pointerId: 2, clientX: 640, clientY: 410 });
    fireEvent.pointerUp(box, { pointerId: 2 });

    expect([...position(), readNumber(/^Turn/)]).toEqual(['640', '360', '90']);
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Size' }).value).toBe('75');
    press('Undo');
    expect([...position(), readNumber(/^Turn/)]).toEqual(['640', '360', '0']);
  });

  it('replaces each pasted control character with a blank, because the server refuses it', async () => {
    const calls = await openEditor();
    typeWords('BIG\u000bNEWS\nTODAY');
    await passPause();

    await waitFor(() =>
      expect(savedDesigns(calls).at(-1)?.design.layers).toEqual([{ ...HEADLINE, text: 'BIG NEWS\nTODAY' }]),
    );
  });

  it('takes whole numbers, at most the limit', async () => {
    await openEditor();
    fireEvent.change(numberField(/^X/), { target: { value: '99999' } });
    fireEvent.change(numberField(/^Y/), { target: { value: '12.6' } });

    expect(position()).toEqual(['1920', '13']);
  });

  it.each([
    { kind: 'text', layer: HEADLINE, name: NAME, words: NAME },
    { kind: 'cut-out', layer: CUTOUT_LAYER, name: 'Cut-out', words: undefined },
    { kind: 'shape', layer: SHAPE_LAYER, name: 'Circle', words: undefined },
  ])('that is a $kind is copied to another thumbnail with the clipboard', async ({ layer, name, words }) => {
    const { data, clipboardData } = fakeClipboard();
    const calls = await openEditor(withThumbnail({ design: { ...DESIGN, layers: [layer] } }));
    fireEvent.click(inList(name));
    act(() => void document.body.dispatchEvent(clipboardEvent('copy', clipboardData)));
    expect(screen.getByText(`${name} copied.`)).toBeDefined();
    expect(data.get('text/plain')).toBe(words);
    press(`Delete ${name}`);
    act(() => void document.body.dispatchEvent(clipboardEvent('paste', clipboardData)));
    await passPause();

    await waitFor(() =>
      expect(savedDesigns(calls).at(-1)?.design.layers).toEqual([
        { ...layer, id: expect.any(String) as string },
      ]),
    );
  });

  it('is pasted with the words that were copied, although it has other words now', async () => {
    const { clipboardData } = fakeClipboard();
    const calls = await openEditor();
    fireEvent.click(inList(NAME));
    act(() => void document.body.dispatchEvent(clipboardEvent('copy', clipboardData)));
    typeWords('NOW');
    act(() => void document.body.dispatchEvent(clipboardEvent('paste', clipboardData)));
    await passPause();

    await waitFor(() =>
      expect(savedDesigns(calls).at(-1)?.design.layers).toMatchObject([{ text: 'NOW' }, { text: NAME }]),
    );
  });
});

function fakeClipboard() {
  const data = new Map<string, string>();
  const setData = (type: string, value: string) => data.set(type, value);
  return { data, clipboardData: { files: [], setData, getData: (type: string) => data.get(type) ?? '' } };
}

const clipboardEvent = (type: string, clipboardData: object) =>
  Object.assign(new Event(type, { bubbles: true, cancelable: true }), { clipboardData });
