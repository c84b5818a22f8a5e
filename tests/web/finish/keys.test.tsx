import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { press } from '../support/site.tsx';
import {
  findLayers,
  inList,
  layerNames,
  onImage,
  openFinish,
  position,
  stubBrowser,
  wordsField,
} from './support/finish-page.ts';

beforeEach(stubBrowser);

const NAME = 'I BUILT A CASTLE';

describe('the keys of a layer', () => {
  it.each([
    ['on the image', onImage],
    ['in the list', inList],
  ])('%s move it, duplicate it with the focus on the copy, and delete the copy', async (_place, find) => {
    await openFinish();
    await findLayers();
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
    await openFinish();
    await findLayers();
    press(`Duplicate ${NAME}`);
    press(`Duplicate ${NAME} 1`);
    const said = ['Undo', 'Undo', 'Redo', 'Redo'].map((name) => {
      press(name);
      return screen.getByText(/^(?:Un|Re)done\.\s?$/).textContent;
    });

    expect(said).toEqual(['Undone.', 'Undone.\u00a0', 'Redone.', 'Redone.\u00a0']);
  });
});

it('the question mark shows the shortcuts, except in a field', async () => {
  await openFinish();
  await findLayers();
  fireEvent.keyDown(wordsField(), { key: '?' });
  expect(screen.queryByRole('dialog', { name: 'Shortcuts' })).toBeNull();

  fireEvent.keyDown(document.body, { key: '?' });
  expect(screen.getByRole('dialog', { name: 'Shortcuts' })).toBeDefined();
});

it('the arrow keys go from tab to tab', async () => {
  await openFinish();
  await findLayers();
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight'];
  const names = keys.map((key) => {
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key });
    return document.activeElement?.textContent;
  });

  expect(names).toEqual(['Checks', 'Design', 'Image', 'Preview']);
  expect(screen.getByRole('tabpanel', { name: 'Preview' })).toBeDefined();
});
