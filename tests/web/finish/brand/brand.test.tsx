import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Brand, Layout } from '#contract/design/brand.ts';
import type { Design, Layer } from '#contract/design/design.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { CUTOUT_LAYER } from '../../../support/designs.ts';
import { json, refusal } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import { press } from '../../support/site.tsx';
import {
  DESIGN,
  HEADLINE,
  layerNames,
  openEditor,
  openFinish,
  passPause,
  savedDesigns,
  stubBrowser,
  withThumbnail,
} from '../support/finish-page.ts';

beforeEach(stubBrowser);

const LOGO: Layer = { ...CUTOUT_LAYER, x: 120, y: 90, width: 160 };
const TITLE = {
  ...createTextLayer('22222222-2222-4222-8222-222222222222'),
  text: 'EPISODE 1',
  font: 'teko' as const,
};
const LAYOUT: Layout = { id: '33333333-3333-4333-8333-333333333333', name: 'Series', layers: [LOGO, TITLE] };
const BRAND: Brand = { colors: ['#123456', '#ffd23f'], layouts: [LAYOUT] };

/** The finish page of an account with a brand, and what it saves of it. */
async function openWithBrand(brand: Brand = BRAND, design: Design = DESIGN) {
  const calls = await openEditor({
    ...withThumbnail({ design }),
    readBrand: () => json({ brand, version: 4 }),
  });
  return { calls, saved: () => savedBrands(calls) };
}

const savedBrands = (calls: FakeCall[]) =>
  calls.filter(({ method, url }) => method === 'PUT' && url === '/api/brand').map(({ body }) => body);
const colorNames = (label: string) =>
  within(screen.getByRole('radiogroup', { name: label }))
    .getAllByRole('radio')
    .map((radio) => radio.getAttribute('aria-label'));
const toggleBrandColor = () => screen.getByRole('button', { name: 'Brand colour' });

describe('the colours of the brand', () => {
  it('are the first swatches, each once, and stand below the sliders of edges', async () => {
    await openWithBrand();

    await waitFor(() =>
      expect(colorNames('Colour')).toEqual([
        'Brand colour 1',
        'Brand colour 2',
        'White',
        'Orange',
        'Red',
        'Ink',
      ]),
    );
    expect(colorNames('Outline colour of the brand')).toEqual([
      'Outline colour 1 of the brand',
      'Outline colour 2 of the brand',
    ]);
  });

  it('get the colour of the layer, and lose it again', async () => {
    const { saved } = await openWithBrand();
    await screen.findByRole('radio', { name: 'Brand colour 1' });

    fireEvent.click(toggleBrandColor());

    await screen.findByRole('radio', { name: 'Brand colour 3' });
    expect(toggleBrandColor().getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(toggleBrandColor());
    await waitFor(() => expect(colorNames('Colour')).not.toContain('Brand colour 3'));
    expect(saved()).toEqual([
      { brand: { ...BRAND, colors: [...BRAND.colors, '#ffffff'] }, version: 4 },
      { brand: BRAND, version: 5 },
    ]);
  });

  it('ask before the page is closed while they are saved', async () => {
    const { calls } = await openWithBrand();
    await screen.findByRole('radio', { name: 'Brand colour 1' });
    fireEvent.click(toggleBrandColor());

    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: 'PUT', keepalive: true }));
  });

  it('are six at most, and the page says so', async () => {
    const colors = Array.from({ length: 6 }, (_, index) => `#00000${index}`);
    const { saved } = await openWithBrand({ ...BRAND, colors });
    await screen.findByRole('radio', { name: 'Brand colour 6' });

    fireEvent.click(toggleBrandColor());

    expect(
      await screen.findByText('A brand has at most 6 colours. Remove one to add another.'),
    ).toBeDefined();
    expect(saved()).toEqual([]);
  });

  it('get the change on top of a change that another tab has saved', async () => {
    let [stored, version] = [BRAND, 4];
    const calls = await openFinish({
      ...withThumbnail({ design: DESIGN }),
      readBrand: () => json({ brand: stored, version }),
      saveBrand: ({ body }) => {
        const request = body as { brand: Brand; version: number };
        if (request.version !== version) return refusal('brand_changed');
        [stored, version] = [request.brand, version + 1];
        return json({ brand: stored, version });
      },
    });
    await screen.findByRole('radio', { name: 'Brand colour 2' });
    [stored, version] = [{ ...BRAND, colors: ['#abcdef'] }, 5];

    fireEvent.click(toggleBrandColor());

    await waitFor(() => expect(stored).toEqual({ ...BRAND, colors: ['#abcdef', '#ffffff'] }));
    expect(savedBrands(calls)).toHaveLength(2);
  });

  it('that could not be saved stay as they were, with the reason, and can be saved again', async () => {
    const answers = [refusal('internal')];
    const calls = await openFinish({
      ...withThumbnail({ design: DESIGN }),
      readBrand: () => json({ brand: BRAND, version: 4 }),
      saveBrand: ({ body }) => answers.pop() ?? json({ ...(body as { brand: Brand }), version: 5 }),
    });
    await screen.findByRole('radio', { name: 'Brand colour 2' });

    fireEvent.click(toggleBrandColor());

    expect(await screen.findByText(/^Your brand was not saved: /)).toBeDefined();
    expect(colorNames('Colour')).not.toContain('Brand colour 3');
    fireEvent.click(toggleBrandColor());

    expect(await screen.findByRole('radio', { name: 'Brand colour 3' })).toBeDefined();
    const saved = { brand: { ...BRAND, colors: [...BRAND.colors, '#ffffff'] }, version: 4 };
    expect(savedBrands(calls)).toEqual([saved, saved]);
  });
});

describe('a page whose brand cannot be read', () => {
  it('works without a brand', async () => {
    await openEditor({ ...withThumbnail({ design: DESIGN }), readBrand: () => refusal('internal') });

    expect(colorNames('Colour')[0]).toBe('White');
    expect(screen.queryByRole('button', { name: 'Save this as layout' })).toBeNull();
  });
});

describe('a layout', () => {
  it('is saved with all layers under the name that the creator gives it', async () => {
    const { saved } = await openWithBrand();
    fireEvent.click(await screen.findByRole('button', { name: 'Save this as layout' }));
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('I BUILT A CASTLE');

    fireEvent.change(name, { target: { value: ' Castles ' } });
    press('Save layout');

    expect(await screen.findByRole('button', { name: 'Castles' })).toBeDefined();
    const layout = { id: expect.any(String) as string, name: 'Castles', layers: DESIGN.layers };
    expect(saved()).toEqual([{ brand: { ...BRAND, layouts: [LAYOUT, layout] }, version: 4 }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is applied with the words of the design in one step of undo, and marks a deleted cut-out', async () => {
    const { calls } = await openWithBrand();

    fireEvent.click(await screen.findByRole('button', { name: 'Series (a cut-out is missing)' }));

    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'Cut-out', 'The image']);
    const words = { ...TITLE, text: HEADLINE.text };
    await passPause();
    await waitFor(() =>
      expect(savedDesigns(calls).map(({ design }) => design)).toContainEqual({
        ...DESIGN,
        layers: [LOGO, words],
      }),
    );
    press('Undo');
    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'The image']);
  });

  it('is renamed, deleted, and brought back', async () => {
    const { saved } = await openWithBrand();
    fireEvent.click(await screen.findByRole('button', { name: 'Rename or delete layouts' }));
    const name = await screen.findByRole('textbox', { name: 'Name of Series' });

    fireEvent.change(name, { target: { value: 'Weekly' } });
    fireEvent.blur(name);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Weekly' }));
    expect(await screen.findByText('You have no layouts any more.')).toBeDefined();
    press('Done');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo', description: '' }));

    const renamed = { ...BRAND, layouts: [{ ...LAYOUT, name: 'Weekly' }] };
    await waitFor(() =>
      expect(saved()).toEqual([
        { brand: renamed, version: 4 },
        { brand: { ...BRAND, layouts: [] }, version: 5 },
        { brand: renamed, version: 6 },
      ]),
    );
  });

  it('cannot be saved if the brand has eight layouts, and the page says so', async () => {
    const layouts = Array.from({ length: 8 }, (_, index) => ({
      ...LAYOUT,
      id: `${index}`,
      name: `No ${index}`,
    }));
    await openWithBrand({ ...BRAND, layouts });

    fireEvent.click(await screen.findByRole('button', { name: 'Save this as layout' }));

    expect(
      await screen.findByText('A brand has at most 8 layouts. Delete one to save another.'),
    ).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save layout' }).disabled).toBe(true);
    expect(screen.getAllByRole('button', { name: /^Delete No/ })).toHaveLength(8);
  });
});
