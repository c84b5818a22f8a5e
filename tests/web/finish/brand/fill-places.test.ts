import { expect, it } from 'vitest';
import type { Layout } from '#contract/design/brand.ts';
import type { CutoutLayer, Layer } from '#contract/design/design.ts';
import { applySavedLayout } from '../../../../web/src/features/finish/brand/apply-saved-layout.ts';
import type { PlaceFiller } from '../../../../web/src/features/finish/brand/fill-places.ts';
import { createShapeLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { CUTOUT_LAYER } from '../../../support/designs.ts';

const place = (id: string, cutoutId: string, x: number): CutoutLayer => ({
  ...CUTOUT_LAYER,
  ...{ id, cutoutId, x, slot: true, outline: { color: '#ffffff', width: x / 100 } },
});
const layout = (id: string, ...layers: Layer[]): Layout => ({ id, name: id, layers });
const fill = (layer: CutoutLayer, cutoutId: string): CutoutLayer => {
  const { empty: _empty, ...filled } = layer;
  return { ...filled, cutoutId };
};

/** The example cut-outs and the chosen ones have the person in their ids, e.g. `me-angry`. */
const FILLER: PlaceFiller = {
  isSamePerson: (one, other) => one.split('-')[0] === other.split('-')[0],
  fill,
};

const A = layout('a', place('a1', 'me-example', 200), place('a2', 'sam-example', 900));
const B = layout('b', place('b1', 'sam-calm', 300), place('b2', 'me-calm', 1_000));
const ARROW = createShapeLayer('arrow', 'arrow');
const C = layout('c', ARROW);
const [ME, SAM] = [fill(place('a1', 'me-example', 200), 'me-angry'), fill(place('a2', '', 900), 'sam-angry')];

const apply = (to: Layout, layers: Layer[]) =>
  applySavedLayout({ layers, crop: 0.5 }, to, [A, B, C], { filler: FILLER }).layers;

it('puts the cut-outs of one layout into the places of the next one, each person into its own', () => {
  expect(apply(B, [ME, SAM])).toEqual([
    fill(place('b1', '', 300), 'sam-angry'),
    fill(place('b2', '', 1_000), 'me-angry'),
  ]);
});

it('puts a cut-out into the place of another person if no place is left for its own', () => {
  const single = layout('d', place('d1', 'zoe-calm', 400));

  expect(apply(single, [ME])).toEqual([fill(place('d1', '', 400), 'me-angry')]);
});

it('keeps a cut-out behind a layout that has no place for it, and moves it into the next place', () => {
  const before = apply(C, [ME, SAM]);
  expect(before).toEqual([ME, SAM, ARROW]);

  expect(apply(B, before)).toEqual([
    fill(place('b1', '', 300), 'sam-angry'),
    fill(place('b2', '', 1_000), 'me-angry'),
  ]);
});

it('leaves a place empty if nothing stood in a place', () => {
  expect(apply(B, [{ ...place('a1', 'me-example', 200), empty: true }])).toEqual(
    B.layers.map((layer) => ({ ...layer, empty: true })),
  );
});

it('drops a cut-out only if the design has as many layers as it can have', () => {
  const full = layout('e', ...Array.from({ length: 9 }, (_, index) => createShapeLayer('arrow', `${index}`)));

  expect(apply(full, [ME, SAM])).toEqual([ME, ...full.layers]);
});
