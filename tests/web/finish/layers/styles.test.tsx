import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choosePalette } from '../../../../web/src/lib/render/palette.ts';
import { findVisiblePart } from '../../../../web/src/lib/render/prepare-image.ts';
import { press } from '../../support/site.tsx';
import {
  add,
  choose,
  DESIGN,
  HEADLINE,
  layerNames,
  openEditor,
  openTab,
  passPause,
  savedDesigns,
  slide,
  stubBrowser,
  withThumbnail,
} from '../support/finish-page.ts';

beforeEach(stubBrowser);

/** Opens a design, changes it, and waits until a layer is saved like this. An earlier page may still save its own design. */
async function expectSaved(change: () => unknown, index: number, layer: unknown): Promise<void> {
  const calls = await openEditor(withThumbnail({ design: DESIGN }));
  await change();
  await passPause();
  await waitFor(() =>
    expect(savedDesigns(calls).map((saved) => saved.design.layers[index])).toContainEqual(layer),
  );
}

describe('a shape', () => {
  it('is added with its own controls, and can be filled', async () => {
    const change = () => {
      add('a circle');
      slide('Edge', 0);
      slide('Opacity', 40);
      choose('Yellow');
    };
    await expectSaved(change, 1, {
      kind: 'shape',
      id: expect.any(String) as string,
      shape: 'circle',
      x: 640,
      y: 360,
      width: 300,
      height: 300,
      rotation: 0,
      color: '#ffd23f',
      opacity: 0.4,
      outline: { color: '#ffffff', width: 6 },
    });

    expect(await layerNames()).toEqual(['Circle', 'I BUILT A CASTLE', 'The image']);
  });
});

describe('the limits of a design', () => {
  const layers = (texts: number) =>
    Array.from({ length: texts }, (_, index) => ({ ...HEADLINE, id: `${HEADLINE.id.slice(0, -1)}${index}` }));
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

  it('are said where a text or any layer is added', async () => {
    await openEditor(withThumbnail({ design: { ...DESIGN, layers: layers(6) } }));
    expect(screen.getByText('A design has at most 6 texts. Delete one to add another.')).toBeDefined();
    press('Add');
    expect([isDisabled('Add text'), isDisabled('Add a box')]).toEqual([true, false]);
    press('Add');

    for (let added = 0; added < 4; added += 1) add('a box');
    expect(screen.getByText('A design has at most 10 layers. Delete one to add another.')).toBeDefined();
    press('Add');
    expect([isDisabled('Add a box'), isDisabled('Add a logo or picture')]).toEqual([true, true]);
  });
});

describe('a text', () => {
  it('takes a color from the screen, where the browser can', async () => {
    const open = () => Promise.resolve({ sRGBHex: '#ABCDEF' });
    vi.stubGlobal(
      'EyeDropper',
      class {
        open = open;
      },
    );

    const layer: unknown = expect.objectContaining({ color: '#abcdef' });
    const pick = () => act(() => Promise.resolve(press('Pick a colour from the screen')));
    await expectSaved(pick, 0, layer);
  });
});

describe('the image', () => {
  it('is zoomed, moved, mirrored and toned as part of the design, and reset', async () => {
    const calls = await openEditor();
    openTab('Image');
    await screen.findByRole('slider', { name: 'Zoom' });
    slide('Zoom', 200);
    slide('Left to right', 100);
    slide('Top to bottom', 0);
    press('Mirror');
    slide('Brightness', -20);
    slide('Contrast', 30);
    slide('Blur', 8);
    slide('Vignette', 50);
    await passPause();
    await screen.findByText('Saved');
    await waitFor(() =>
      expect(savedDesigns(calls).at(-1)?.design.adjustments).toEqual({
        zoom: 2,
        offset: 1,
        flipped: true,
        brightness: -0.2,
        contrast: 0.3,
        blur: 8,
        vignette: 0.5,
      }),
    );
    expect(savedDesigns(calls).at(-1)?.design.crop).toBe(0);

    press('Reset');
    await passPause();
    await waitFor(() => expect(savedDesigns(calls).at(-1)?.design).toEqual(DESIGN));
  });
});

describe('the part of an image that is shown', () => {
  const wide = { width: 1_600, height: 720 };

  it.each([
    ['without a zoom is the crop', {}, { x: 80, y: 0, width: 1_280, height: 720 }],
    ['with a zoom is a part of it', { zoom: 2, offset: 1 }, { x: 240, y: 360, width: 640, height: 360 }],
  ])('%s', (_, adjustments, part) => {
    expect(findVisiblePart(wide, { crop: 0.25, adjustments })).toEqual(part);
  });
});

it('the palette of a picture has its most frequent colors without similar colors', () => {
  const pixels = [
    ...Array<number[]>(6).fill([250, 0, 0, 255]),
    ...Array<number[]>(3).fill([0, 0, 200, 255]),
    ...Array<number[]>(2).fill([0, 0, 160, 255]),
  ];

  expect(choosePalette(Uint8ClampedArray.from(pixels.flat()))).toEqual(['#fa0000', '#0000c8']);
});
