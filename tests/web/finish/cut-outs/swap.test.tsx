import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Brand } from '#contract/design/brand.ts';
import type { CutoutLayer, Design, Layer } from '#contract/design/design.ts';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { json } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import { cutout, stubUploads } from '../support/cutouts.ts';
import {
  HEADLINE,
  onImage,
  openEditor,
  passPause,
  savedDesigns,
  withThumbnail,
} from '../support/finish-page.ts';

beforeEach(() => {
  stubUploads();
  Element.prototype.scrollIntoView = () => undefined;
});

const LAUGHING = { ...cutout('22222222-2222-4222-8222-222222222222'), name: 'laughing', person: 'Me' };
const ANGRY = { ...cutout('33333333-3333-4333-8333-333333333333'), name: 'angry', person: 'Me' };
const SAM = { ...cutout('44444444-4444-4444-8444-444444444444'), person: 'Sam' };
const LAYER: CutoutLayer = {
  ...createCutoutLayer(LAUGHING.id, false, '55555555-5555-4555-8555-555555555555'),
  outline: { color: '#ffffff', width: 8 },
};

const WORDS = { ...HEADLINE, text: 'DAY 100' };

async function open(layers: Layer[], brand?: Brand) {
  const design: Design = { layers, crop: 0.5 };
  const calls = await openEditor({
    ...withThumbnail({ design }),
    listCutouts: () => json({ cutouts: [LAUGHING, ANGRY, SAM] }),
    ...(brand && { readBrand: () => json({ brand, version: 4 }) }),
  });
  return calls;
}

const findTiles = async () => within(await screen.findByRole('radiogroup', { name: 'Cut-outs' }));
const tile = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const tileNames = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));
const openSwap = async (layer = 'Me, laughing') => {
  fireEvent.click(await waitFor(() => onImage(layer)));
  const button = await screen.findByRole('button', { name: /^Swap/ });
  button.focus();
  fireEvent.click(button);
  await findTiles();
};
const saveChange = async (calls: Awaited<ReturnType<typeof open>>) => {
  await act(passPause);
  return savedDesigns(calls).at(-1)?.design.layers;
};

describe('Swap', () => {
  it('shows the cut-outs of the person, and puts the chosen one in place', async () => {
    const calls = await open([LAYER]);
    await openSwap();

    expect(
      within(screen.getByRole('group', { name: /^Cut-outs for/ })).getByRole('radiogroup'),
    ).toBeDefined();
    expect(tile('laughing').checked).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(tile('laughing')));
    fireEvent.click(tile('angry'));

    await waitFor(() => expect(tile('angry').checked).toBe(true));
    await waitFor(async () => expect(await saveChange(calls)).toEqual([{ ...LAYER, cutoutId: ANGRY.id }]));
    expect(within(screen.getByRole('list', { name: /^Layers/ })).getByText('Me, angry')).toBeDefined();
  });

  it('is one step of undo for the whole visit, however long the creator looks', async () => {
    const calls = await open([LAYER]);
    await openSwap();
    press('Next cut-out');
    await waitFor(async () => expect(await saveChange(calls)).toEqual([{ ...LAYER, cutoutId: ANGRY.id }]));
    press('Next cut-out');
    await waitFor(() => expect(tile('laughing').checked).toBe(true));
    await act(passPause);
    press('Previous cut-out');
    await waitFor(async () => expect(await saveChange(calls)).toEqual([{ ...LAYER, cutoutId: ANGRY.id }]));

    fireEvent.keyDown(tile('angry'), { key: 'Enter' });
    expect(screen.queryByRole('radiogroup', { name: 'Cut-outs' })).toBeNull();
    press('Undo');

    expect(await saveChange(calls)).toEqual([LAYER]);
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('restores the cut-out from before with Escape, and leaves no step to undo', async () => {
    const calls = await open([LAYER]);
    await openSwap();
    fireEvent.click(tile('angry'));
    await waitFor(async () => expect(await saveChange(calls)).toEqual([{ ...LAYER, cutoutId: ANGRY.id }]));

    fireEvent.keyDown(tile('angry'), { key: 'Escape' });

    expect(screen.queryByRole('radiogroup', { name: 'Cut-outs' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Swap2 of Me');
    expect(await saveChange(calls)).toEqual([LAYER]);
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    ['presses Enter', () => fireEvent.keyDown(tile('angry'), { key: 'Enter' })],
    ['presses Swap again', () => fireEvent.click(screen.getByRole('button', { name: /^Swap/ }))],
    ['selects another layer', () => fireEvent.click(onImage('DAY 100'))],
  ])('keeps a cut-out whose image is still loading when the creator %s', async (_, end) => {
    const calls = await open([LAYER, WORDS]);
    const stopLoading = new AbortController();
    const loading = new Promise((resolve) => stopLoading.signal.addEventListener('abort', resolve));
    const { createImageBitmap: create } = globalThis;
    vi.stubGlobal('createImageBitmap', async (...args: Parameters<typeof create>) => {
      await loading;
      return await create(...args);
    });
    await openSwap();
    fireEvent.click(tile('angry'));
    end();
    await waitFor(() => expect(screen.queryByRole('radiogroup', { name: 'Cut-outs' })).toBeNull());
    stopLoading.abort();

    await waitFor(async () =>
      expect(await saveChange(calls)).toEqual([{ ...LAYER, cutoutId: ANGRY.id }, WORDS]),
    );
    press('Undo');
    expect(await saveChange(calls)).toEqual([LAYER, WORDS]);
  });

  it('keeps a drag during the visit when Escape restores the cut-out from before', async () => {
    const calls = await open([LAYER]);
    await openSwap();
    fireEvent.click(tile('angry'));
    await waitFor(async () => expect(await saveChange(calls)).toEqual([{ ...LAYER, cutoutId: ANGRY.id }]));
    fireEvent.keyDown(onImage('Me, angry'), { key: 'ArrowRight' });
    fireEvent.keyDown(tile('angry'), { key: 'Escape' });

    expect(await saveChange(calls)).toEqual([{ ...LAYER, x: LAYER.x + 1 }]);
    press('Undo');
    expect(await saveChange(calls)).toEqual([LAYER]);
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('gives the steps back that were undone before a visit that Escape has ended', async () => {
    const calls = await open([LAYER]);
    fireEvent.click(onImage('Me, laughing'));
    fireEvent.click(await screen.findByRole('button', { name: 'Mirror' }));
    press('Undo');
    await openSwap();
    fireEvent.click(tile('angry'));
    await waitFor(async () => expect(await saveChange(calls)).toEqual([{ ...LAYER, cutoutId: ANGRY.id }]));
    fireEvent.keyDown(tile('angry'), { key: 'Escape' });
    press('Redo');

    expect(await saveChange(calls)).toEqual([{ ...LAYER, flipped: true }]);
  });

  it('marks a cut-out that cannot be loaded as missing', async () => {
    await open([LAYER]);
    await openSwap();

    const image = tile('angry').parentElement?.querySelector('img');
    if (image) fireEvent.error(image);

    expect(tile('angry, missing').disabled).toBe(true);
  });

  it('offers one person or all cut-outs for a cut-out that is not in the account any more', async () => {
    await open([{ ...LAYER, cutoutId: '66666666-6666-4666-8666-666666666666' }]);
    await openSwap('Cut-out');

    expect((await findTiles()).getAllByRole('radio')).toHaveLength(3);
    fireEvent.change(screen.getByRole('combobox', { name: 'Person' }), { target: { value: 'Me' } });
    expect((await findTiles()).getAllByRole('radio')).toHaveLength(2);
  });
});

describe("a person's place", () => {
  const SLOT = { ...LAYER, slot: true };
  const BRAND: Brand = {
    colors: [],
    layouts: [{ id: '77777777-7777-4777-8777-777777777777', name: 'Episode', layers: [SLOT] }],
  };

  it('is asked for when a layout is saved', async () => {
    const calls = await open([LAYER], { colors: [], layouts: [] });
    fireEvent.click(await screen.findByRole('button', { name: 'Save this as layout' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'A person’s place' }));
    press('Save layout');

    await waitFor(() =>
      expect(calls.find(({ url, method }) => method === 'PUT' && url === '/api/brand')?.body).toMatchObject({
        brand: { layouts: [{ layers: [SLOT] }] },
      }),
    );
  });

  it('offers the cut-outs of its person when its layout is applied, and takes the chosen one', async () => {
    const calls = await open([HEADLINE], BRAND);
    fireEvent.click(await screen.findByRole('button', { name: 'Episode' }));
    await findTiles();

    expect(tileNames().filter((name) => name === 'laughing' || name === 'angry')).toHaveLength(2);
    expect(onImage('Place for a person').textContent).toBe('Choose a cut-out');
    fireEvent.click(tile('angry'));

    await waitFor(async () =>
      expect(await saveChange(calls)).toEqual([HEADLINE, { ...SLOT, cutoutId: ANGRY.id }]),
    );
  });

  it('gives its cut-out to the place of the next layout, in one step of undo', async () => {
    const next = { ...SLOT, id: '88888888-8888-4888-8888-888888888888', x: 900, flipped: true };
    const person = { ...SLOT, cutoutId: ANGRY.id };
    const calls = await open([person], {
      colors: [],
      layouts: [
        ...BRAND.layouts,
        { id: '99999999-9999-4999-8999-999999999999', name: 'Finale', layers: [next] },
      ],
    });
    await screen.findByRole('button', { name: 'Finale' });
    await passPause(); // The images load.
    press('Finale');

    expect(await saveChange(calls)).toEqual([{ ...next, cutoutId: ANGRY.id }]);
    expect(screen.queryByRole('radiogroup', { name: 'Cut-outs' })).toBeNull();
    press('Undo');
    expect(await saveChange(calls)).toEqual([person]);
  });

  it('stays empty without a choice, and offers its cut-outs again', async () => {
    await open([{ ...SLOT, empty: true }]);

    fireEvent.click(await screen.findByRole('button', { name: 'Choose a cut-out for the place' }));

    await findTiles();
    expect(screen.queryByRole('button', { name: 'Choose a cut-out for the place' })).toBeNull();
  });

  it('offers to swap the person of the next thumbnail of a series, whose headline is empty', async () => {
    await open([SLOT, { ...HEADLINE, text: '' }]);

    fireEvent.click(await screen.findByRole('button', { name: 'Swap the person' }));

    expect((await findTiles()).getAllByRole('radio')).toHaveLength(2);
  });
});
