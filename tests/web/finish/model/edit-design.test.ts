import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { design as designSchema } from '../../../../contract/design.ts';
import type { Design, Layer } from '../../../../contract/design.ts';
import { FONTS, SHAPES } from '../../../../contract/design-limits.ts';
import {
  addLayer,
  copyLayer,
  layerName,
  normalizeRotation,
  removeLayer,
  reorderLayer,
  updateLayer,
} from '../../../../web/src/features/finish/model/design/edit-design.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import {
  createCutoutLayer,
  createShapeLayer,
  createTextLayer,
} from '../../../../web/src/features/finish/model/design/new-layers.ts';
import {
  applyLayout,
  STARTING_LAYOUTS,
} from '../../../../web/src/features/finish/model/design/starting-layouts.ts';
import { codePoint } from '../../../support/code-point.ts';

const anyNumber = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const changes = fc.record(
  {
    x: anyNumber,
    y: anyNumber,
    width: anyNumber,
    rotation: anyNumber,
    size: anyNumber,
    text: fc.string({ unit: codePoint, maxLength: 200 }),
    font: fc.constantFrom(...FONTS),
    flipped: fc.boolean(),
    letterSpacing: fc.double({ noNaN: true }),
    lineHeight: fc.double({ noNaN: true }),
    opacity: fc.double({ noNaN: true }),
    upperCase: fc.boolean(),
    height: fc.double({ noNaN: true }),
    stroke: fc.double({ noNaN: true }),
  },
  { requiredKeys: [] },
);

/** One press or drag of a creator, on the layer with this index. */
const edit = fc.oneof(
  fc.constant((design: Design) => addLayer(design, createTextLayer())),
  fc.constant((design: Design) => addLayer(design, createCutoutLayer(crypto.randomUUID()))),
  fc.constantFrom(...SHAPES).map((shape) => (design: Design) => addLayer(design, createShapeLayer(shape))),
  fc.constantFrom(...STARTING_LAYOUTS).map((layout) => (design: Design) => applyLayout(design, layout)),
  fc.tuple(fc.nat(5), changes).map(([index, values]) => (design: Design) => {
    const layer = design.layers.at(index);
    if (!layer) return design;
    const { flipped, ...textValues } = values;
    const { text, font, size, letterSpacing, lineHeight, upperCase, height, stroke, ...placed } = textValues;
    const ofText = { text, font, size, letterSpacing, lineHeight, upperCase };
    const own = { text: ofText, cutout: { flipped }, shape: { height, stroke } }[layer.kind];
    const given = Object.entries(own).filter(([, value]) => value !== undefined);
    return updateLayer(design, layer.id, { ...placed, ...Object.fromEntries(given) });
  }),
  fc.nat(5).map((index) => (design: Design) => {
    const layer = design.layers.at(index);
    return layer ? addLayer(design, copyLayer(layer, design.layers)) : design;
  }),
  fc.tuple(fc.nat(5), fc.integer({ min: -3, max: 3 })).map(([index, steps]) => (design: Design) => {
    const layer = design.layers.at(index);
    return layer ? reorderLayer(design, layer.id, steps) : design;
  }),
  fc.nat(5).map((index) => (design: Design) => removeLayer(design, design.layers.at(index)?.id ?? '')),
);

it('the server accepts the design after any sequence of edits', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
      const edited = edits.reduce((design, apply) => apply(design), EMPTY_DESIGN);
      const parsed = designSchema.safeParse(edited);
      expect(parsed.error?.issues ?? []).toEqual([]);
    }),
  );
});

describe('a layer', () => {
  const [first, second] = [createTextLayer('first'), createTextLayer('second')];
  const design: Design = { ...EMPTY_DESIGN, layers: [first, second] };
  const ids = ({ layers }: Design) => layers.map(({ id }) => id);

  it('moves forward and backward, and stops at the ends', () => {
    expect(ids(reorderLayer(design, 'first', 1))).toEqual(['second', 'first']);
    expect(ids(reorderLayer(design, 'second', -5))).toEqual(['second', 'first']);
    expect(ids(reorderLayer(design, 'second', 1))).toEqual(['first', 'second']);
  });

  it('is copied beside the layers that have its place, and to the same place of another design', () => {
    const places = [1, 2].reduce<Layer[]>((layers) => [...layers, copyLayer(first, layers)], [first]);

    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [640, 360],
      [672, 392],
      [704, 424],
    ]);
    expect(copyLayer(first, [])).toMatchObject({ x: 640, y: 360 });
  });

  it('takes a weight of its new font when its font changes', () => {
    const teko = updateLayer(design, 'first', { font: 'teko', weight: 600 });

    expect(updateLayer(teko, 'first', { font: 'anton' }).layers[0]).toMatchObject({ weight: 400 });
  });

  it('turns by at most half a turn in each direction', () => {
    expect([190, -190, 360, 180, -2.54].map(normalizeRotation)).toEqual([-170, 170, 0, -180, -2.5]);
  });
});

it('layers with the same name have numbers, which stay when the order changes', () => {
  const [early, late] = [createCutoutLayer('face', false, '1'), createCutoutLayer('dog', false, '2')];
  const words = { ...createTextLayer('3'), text: 'A \n CASTLE' };
  const names = (...layers: Layer[]) => layers.map((layer) => layerName(layer, layers));

  expect(names(early, words)).toEqual(['Cut-out', 'A CASTLE']);
  expect(names(early, words, late)).toEqual(['Cut-out 1', 'A CASTLE', 'Cut-out 2']);
  expect(names(late, early, words)).toEqual(['Cut-out 2', 'Cut-out 1', 'A CASTLE']);
});

describe('a starting layout', () => {
  it('gives an empty design a headline and a second line', () => {
    const layouts = STARTING_LAYOUTS.map((layout) => applyLayout(EMPTY_DESIGN, layout));

    expect(layouts).toHaveLength(5);
    for (const { layers } of layouts) expect(layers.map(({ kind }) => kind)).toEqual(['text', 'text']);
  });

  it('gives it the headline of its concept', () => {
    for (const layout of STARTING_LAYOUTS) {
      const { layers } = applyLayout(EMPTY_DESIGN, layout, 'I WALKED HOME');

      expect(layers).toMatchObject([{ text: 'I WALKED HOME' }, { text: 'SECOND LINE' }]);
    }
  });

  it('keeps the words and the style of the texts, and leaves cut-outs where they are', () => {
    const left = STARTING_LAYOUTS.find(({ id }) => id === 'left');
    const cutout = createCutoutLayer('image', false, 'cutout');
    const layers = [cutout, { ...createTextLayer('text'), text: 'MINE', color: '#ff8a3d' }];
    const moved = left && applyLayout({ ...EMPTY_DESIGN, layers }, left);

    expect(moved?.layers).toEqual([
      cutout,
      expect.objectContaining({ text: 'MINE', color: '#ff8a3d', align: 'left' }),
    ]);
  });
});
