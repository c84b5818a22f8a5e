import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DESIGN_LIMITS, FONTS, SHAPES, TEXT_ALIGNMENTS } from '#contract/design/design-limits.ts';
import { design as designSchema } from '#contract/design/design.ts';
import type { CutoutLayer, Design, Layer, ShapeLayer, TextLayer } from '#contract/design/design.ts';
import {
  addLayer,
  copyLayer,
  layerName,
  normalizeRotation,
  removeLayer,
  reorderLayer,
  updateLayer,
  type LayerChanges,
} from '../../../../web/src/features/finish/editor/edit-design.ts';
import {
  createCutoutLayer,
  createShapeLayer,
  createTextLayer,
} from '../../../../web/src/features/finish/editor/new-layers.ts';
import {
  applyLayout,
  STARTING_LAYOUTS,
} from '../../../../web/src/features/finish/layers/starting-layouts.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { codePoint } from '../../../support/code-point.ts';

const anyNumber = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const color = fc.constantFrom('#000000', '#ff8000');
const width = fc.integer({ min: 0, max: DESIGN_LIMITS.outlineWidth });

type Changes<Fields> = Record<Exclude<keyof Fields, 'kind' | 'id'>, fc.Arbitrary<unknown>>;

const PLACED: Changes<Pick<TextLayer, keyof TextLayer & keyof CutoutLayer>> = {
  x: anyNumber,
  y: anyNumber,
  width: anyNumber,
  rotation: anyNumber,
  opacity: fc.double({ noNaN: true }),
  name: fc.string({ unit: codePoint, maxLength: 60 }),
  outline: fc.record({ color, width }),
  shadow: fc.record({ color, blur: width }),
  locked: fc.boolean(),
  hidden: fc.boolean(),
};
/** The values that the controls can set. A new field of a layer is an error of the types until it is here. */
const CHANGES: {
  text: Changes<TextLayer>;
  cutout: Changes<CutoutLayer>;
  shape: Changes<ShapeLayer>;
} = {
  text: {
    ...PLACED,
    text: fc.string({ unit: codePoint, maxLength: 200 }),
    translations: fc.record({ de: fc.record({ text: fc.constant('Eine Burg') }) }),
    font: fc.constantFrom(...FONTS),
    size: anyNumber,
    weight: fc.constantFrom(400, 700),
    color,
    gradient: color,
    letterSpacing: fc.double({ noNaN: true }),
    lineHeight: fc.double({ noNaN: true }),
    upperCase: fc.boolean(),
    keepsSize: fc.boolean(),
    align: fc.constantFrom(...TEXT_ALIGNMENTS),
    plate: fc.record({ color, opacity: share, padding: width }),
  },
  cutout: {
    ...PLACED,
    cutoutId: fc.uuid(),
    isPicture: fc.boolean(),
    flipped: fc.boolean(),
    slot: fc.constant(true),
    empty: fc.constant(false),
  },
  shape: {
    ...PLACED,
    shape: fc.constantFrom(...SHAPES),
    height: fc.double({ noNaN: true }),
    color,
    stroke: fc.double({ noNaN: true }),
  },
};
const changes = fc.record({
  text: fc.record(CHANGES.text, { requiredKeys: [] }),
  cutout: fc.record(CHANGES.cutout, { requiredKeys: [] }),
  shape: fc.record(CHANGES.shape, { requiredKeys: [] }),
});

/** One press or drag of a creator, on the layer with this index. */
const edit = fc.oneof(
  fc.constant((design: Design) => addLayer(design, createTextLayer())),
  fc.constant((design: Design) => addLayer(design, createCutoutLayer(crypto.randomUUID()))),
  fc.constantFrom(...SHAPES).map((shape) => (design: Design) => addLayer(design, createShapeLayer(shape))),
  fc.constantFrom(...STARTING_LAYOUTS).map((layout) => (design: Design) => applyLayout(design, layout)),
  fc.tuple(fc.nat(5), changes).map(([index, values]) => (design: Design) => {
    const layer = design.layers.at(index);
    if (!layer) return design;
    return updateLayer(design, layer.id, values[layer.kind] as LayerChanges);
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

it('layers with the same name have numbers, and keep them when the order changes', () => {
  const [early, late] = [createCutoutLayer('face', false, '1'), createCutoutLayer('dog', false, '2')];
  const words = { ...createTextLayer('3'), text: 'A \n CASTLE' };
  const names = (...layers: Layer[]) => layers.map((layer) => layerName(layer, layers));

  expect(names(early, words)).toEqual(['Cut-out', 'A CASTLE']);
  expect(names(early, words, late)).toEqual(['Cut-out 1', 'A CASTLE', 'Cut-out 2']);
  expect(names(late, early, words)).toEqual(['Cut-out 2', 'Cut-out 1', 'A CASTLE']);
});

describe('the name that a creator gives a layer', () => {
  const layer = createCutoutLayer('face', false, '0');
  const design: Design = { ...EMPTY_DESIGN, layers: [layer] };
  const rename = (name: string) => updateLayer(design, '0', { name }).layers;
  const names = (layers: readonly Layer[]) => layers.map((each) => layerName(each, layers));

  it.each([
    ['  Me,\tshocked ', 'Me, shocked'],
    ['a\u202eb\u200b\u2028c', 'ab c'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} England',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} England',
    ],
    ['A'.repeat(60), 'A'.repeat(40)],
    [' \u200b ', 'Cut-out'],
    ['', 'Cut-out'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(names(rename(typed))).toEqual([shown]);
  });

  it('goes to its copies, which are numbered', () => {
    const named = rename('Me');

    expect(names([...named, ...named.map((each) => copyLayer(each, named))])).toEqual(['Me 1', 'Me 2']);
  });

  it('stays when a starting layout moves the texts', () => {
    const text = { ...createTextLayer('2'), name: 'Headline' };
    for (const layout of STARTING_LAYOUTS) {
      expect(names(applyLayout({ ...EMPTY_DESIGN, layers: [text] }, layout).layers)).toEqual(['Headline']);
    }
  });
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
