import { describe, expect, it } from 'vitest';
import type { Layout } from '#contract/design/brand.ts';
import type { Design, Layer } from '#contract/design/design.ts';
import { applySavedLayout } from '../../../../web/src/features/finish/brand/apply-saved-layout.ts';
import {
  createShapeLayer,
  createSubline,
  createTextLayer,
} from '../../../../web/src/features/finish/editor/new-layers.ts';
import { CUTOUT_LAYER } from '../../../support/designs.ts';

const LOGO: Layer = { ...CUTOUT_LAYER, x: 120, y: 90, width: 160 };
const TITLE = {
  ...createTextLayer('22222222-2222-4222-8222-222222222222'),
  text: 'EPISODE 1',
  font: 'teko' as const,
};
const LAYOUT: Layout = { id: '33333333-3333-4333-8333-333333333333', name: 'Series', layers: [LOGO, TITLE] };

describe('a layout on a design', () => {
  const text = (words: string): Layer => ({ ...createTextLayer(), text: words });
  const own = createShapeLayer('arrow');
  const words = ({ layers }: Design) =>
    layers.map((layer) => (layer.kind === 'text' ? layer.text : layer.kind));
  const apply = (layers: Layer[], layout = LAYOUT) =>
    applySavedLayout({ layers, crop: 0.3 }, layout, [LAYOUT]);

  it.each<[string, Layer[], string[]]>([
    ['keeps its own words if the design has no texts', [], ['cutout', 'EPISODE 1']],
    [
      'replaces texts that still have their placeholder words',
      [createTextLayer(), text('A'), createSubline()],
      ['cutout', 'A'],
    ],
    [
      'takes the first words, and leaves further texts behind it',
      [text('A'), text('B')],
      ['B', 'cutout', 'A'],
    ],
    ["leaves the creator's own shapes behind it", [own, text('A')], ['shape', 'cutout', 'A']],
  ])('%s', (_, layers, expected) => {
    const applied = apply(layers);

    expect(words(applied)).toEqual(expected);
    expect(applied.crop).toBe(0.3);
  });

  it('has the headline of the concept on a design without words', () => {
    const place = (layers: Layer[]) =>
      words(applySavedLayout({ layers, crop: 0.5 }, LAYOUT, [LAYOUT], { headline: 'DAY 365' }));

    expect(place([])).toEqual(['cutout', 'DAY 365']);
    expect(place([text('A')])).toEqual(['cutout', 'A']);
  });

  it('replaces the layers of the layout before it', () => {
    expect(apply(apply([text('A'), own]).layers)).toEqual(apply([text('A'), own]));
  });

  it("replaces the shapes and cut-outs of another layout, and keeps the creator's own", () => {
    const badge = createShapeLayer('box');
    const other: Layout = { ...LAYOUT, id: 'other', layers: [createTextLayer(), badge] };
    const before = apply([text('A'), own]);

    const { layers } = applySavedLayout(before, other, [LAYOUT, other]);

    expect(layers).toEqual([own, { ...other.layers[0], text: 'A' }, badge]);
  });

  it('has at most the layers and the texts that a design may have', () => {
    const texts = Array.from({ length: 6 }, (_, index) => text(`${index}`));
    const shapes = Array.from({ length: 4 }, () => createShapeLayer('box'));

    const { layers } = apply([...texts, ...shapes]);

    expect(layers).toHaveLength(10);
    expect(layers.slice(-2)).toEqual([LOGO, { ...TITLE, text: '0' }]);
  });
});
