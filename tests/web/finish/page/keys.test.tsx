import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { json } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import {
  HEADLINE,
  inList,
  layerNames,
  onImage,
  openEditor,
  position,
  stubBrowser,
  withThumbnail,
  wordsField,
} from '../support/finish-page.ts';
import { openImageTools, tool } from '../support/image-tools.ts';

beforeEach(stubBrowser);

const NAME = 'I BUILT A CASTLE';

describe('the keys of a layer', () => {
  it.each([
    ['on the image', onImage],
    ['in the list', inList],
  ])('%s move it, duplicate it with the focus on the copy, and delete the copy', async (_place, find) => {
    await openEditor();
    fireEvent.keyDown(find(NAME), { key: 'ArrowRight' });
    expect(position()).toEqual(['641', '360']);

    fireEvent.keyDown(find(NAME), { key: 'd', ctrlKey: true });
    expect(document.activeElement).toBe(find(`${NAME} 1`));
    expect(position()).toEqual(['673', '392']);
    fireEvent.keyDown(document.activeElement ?? document, { key: 'ArrowDown', shiftKey: true });
    expect(position()).toEqual(['673', '402']);

    fireEvent.keyDown(document.activeElement ?? document, { key: 'Delete' });
    expect(await layerNames()).toEqual([NAME, 'The image']);
    expect(document.activeElement).toBe(find(NAME));
    fireEvent.keyDown(find(NAME), { key: 'Escape' });
    expect(screen.queryByRole('region', { name: /^Settings of/ })).toBeNull();
  });

  it('announce the same words again', async () => {
    await openEditor();
    press(`Duplicate ${NAME}`);
    press(`Duplicate ${NAME} 1`);
    const said = ['Undo', 'Undo', 'Redo', 'Redo'].map((name) => {
      press(name);
      return screen.getByText(/^(?:Un|Re)done\.\s?$/).textContent;
    });

    expect(said).toEqual(['Undone.', 'Undone.\u00a0', 'Redone.', 'Redone.\u00a0']);
  });
});

it('a typed key draws the screen once, and the file is encoded when typing has ended', async () => {
  const toFake = ['setTimeout', 'clearTimeout'] as const;
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
  const drawn = fakeCanvas();
  const encode = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => undefined);
  onTestFinished(() => encode.mockRestore());
  await openEditor();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  vi.useFakeTimers({ toFake: [...toFake] });
  encode.mockClear();

  const drawings = [];
  for (const value of ['N', 'NE', 'NEW']) {
    drawn.length = 0;
    fireEvent.change(wordsField(), { target: { value } });
    drawings.push(drawn.filter(([name]) => name === 'clearRect').length);
    await act(() => vi.advanceTimersByTimeAsync(450));
  }
  expect([drawings, encode.mock.calls.length]).toEqual([[1, 1, 1], 0]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  // The code that encodes in a worker loads with the first file.
  await vi.waitFor(() => expect(encode).toHaveBeenCalledOnce());
});

describe('the keys on a keyboard with other letters', () => {
  it.each([
    ['Russian', 'я', 'н', 'в'],
    ['Greek', 'ζ', 'υ', 'δ'],
    ['Hebrew', 'ז', 'ט', 'ג'],
    ['Arabic', 'ئ', 'غ', 'ي'],
    ['French, where the places of Z and W are swapped', 'z', 'y', 'd', 'KeyW'],
  ])('take back, repeat and duplicate: %s', async (_layout, z, y, d, placeOfZ = 'KeyZ') => {
    await openEditor();
    fireEvent.keyDown(onImage(NAME), { key: d, code: 'KeyD', ctrlKey: true });
    expect(await layerNames()).toHaveLength(3);

    fireEvent.keyDown(document.body, { key: z, code: placeOfZ, ctrlKey: true });
    expect(await layerNames()).toEqual([NAME, 'The image']);
    fireEvent.keyDown(document.body, { key: y, code: 'KeyY', ctrlKey: true });
    expect(await layerNames()).toHaveLength(3);
    fireEvent.keyDown(document.body, { key: z.toUpperCase(), code: placeOfZ, metaKey: true });
    fireEvent.keyDown(document.body, { key: z.toUpperCase(), code: placeOfZ, metaKey: true, shiftKey: true });
    expect(await layerNames()).toHaveLength(3);
  });

  it('show the shortcuts with the Arabic question mark', async () => {
    await openEditor();
    fireEvent.keyDown(document.body, { key: '؟', code: 'Slash', shiftKey: true });

    expect(await screen.findByRole('dialog', { name: 'Shortcuts' })).toBeDefined();
  });

  it('do nothing with a letter that AltGr types', async () => {
    await openEditor();
    fireEvent.keyDown(onImage(NAME), { key: 'đ', code: 'KeyD', ctrlKey: true, altKey: true });
    fireEvent.keyDown(document.body, { key: 'ż', code: 'KeyZ', ctrlKey: true, altKey: true });

    expect(await layerNames()).toEqual([NAME, 'The image']);
  });
});

it.each([
  ['German', { key: ']', code: 'Digit9', ctrlKey: true, altKey: true }, { key: 'z', code: 'KeyY' }, '56'],
  ['Russian', { key: 'ъ', code: 'BracketRight' }, { key: 'я', code: 'KeyZ' }, '56'],
  ['Arabic', { key: 'ج', code: 'BracketLeft' }, { key: 'ئ', code: 'KeyZ' }, '40'],
  ['German, where ü is in the place of a bracket', { key: 'ü', code: 'BracketLeft' }, { key: 'z' }, '48'],
])('the painted area obeys the keys of every keyboard: %s', async (_layout, bracket, undo, size) => {
  await openImageTools();
  tool('Erase');
  fireEvent.click(await screen.findByRole('button', { name: 'Invert' }));
  fireEvent.keyDown(document.body, bracket);
  expect(screen.getByRole<HTMLInputElement>('slider', { name: 'Size' }).value).toBe(size);

  fireEvent.keyDown(document.body, { ...undo, ctrlKey: true });
  expect(screen.getByText('Paint on the image first.')).toBeDefined();
});

it('Enter renames a layout of the brand, except the Enter that ends a word of an input method', async () => {
  const layout = { id: '33333333-3333-4333-8333-333333333333', name: 'Series', layers: [HEADLINE] };
  const brand = { colors: [], layouts: [layout] };
  const calls = await openEditor({ ...withThumbnail({}), readBrand: () => json({ brand, version: 4 }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Rename or delete layouts' }));
  const name = await screen.findByRole('textbox', { name: 'Name of Series' });
  fireEvent.change(name, { target: { value: 'か' } });
  fireEvent.keyDown(name, { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(name, { key: 'Enter', isComposing: true });
  fireEvent.change(name, { target: { value: '毎\u000b週' } });
  fireEvent.keyDown(name, { key: 'Enter', keyCode: 13 });

  const renamed = { ...brand, layouts: [{ ...layout, name: '毎 週' }] };
  await waitFor(() =>
    expect(calls.filter(({ method, url }) => method === 'PUT' && url === '/api/brand')).toMatchObject([
      { body: { brand: renamed, version: 4 } },
    ]),
  );
});

it('the question mark shows the shortcuts, except in a field', async () => {
  await openEditor();
  fireEvent.keyDown(document.body, { key: '?' });
  const dialog = await screen.findByRole('dialog', { name: 'Shortcuts' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));

  fireEvent.keyDown(wordsField(), { key: '?' });
  expect(screen.queryByRole('dialog', { name: 'Shortcuts' })).toBeNull();
});

it('the arrow keys go from tab to tab', async () => {
  await openEditor();
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight'];
  const names = keys.map((key) => {
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key });
    return document.activeElement?.textContent;
  });

  expect(names).toEqual(['Checks', 'Design', 'Image', 'Preview']);
  expect(screen.getByRole('tabpanel', { name: 'Preview' })).toBeDefined();
});
