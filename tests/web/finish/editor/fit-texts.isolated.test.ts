import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Layer } from '#contract/design/design.ts';
import { BADGE_AREA } from '../../../../web/src/features/finish/editor/areas.ts';
import { fillTexts, fitTexts } from '../../../../web/src/features/finish/editor/fit-texts.ts';
import { layerBounds } from '../../../../web/src/features/finish/editor/layer-box.ts';
import { overlap } from '../../../../web/src/features/finish/editor/measure-picture.ts';
import { createHeadline, createSubline } from '../../../../web/src/features/finish/editor/new-layers.ts';
import {
  applyLayout,
  STARTING_LAYOUTS,
} from '../../../../web/src/features/finish/layers/starting-layouts.ts';
import type { Rect } from '../../../../web/src/lib/render/finished-image.ts';

/** Measures letters that are about as wide as the letters of Anton. */
const METER = {
  font: '',
  measureText(text: string) {
    return { width: text.length * 0.45 * Number(/([\d.]+)px/.exec(this.font)?.[1]) };
  },
};
// The module keeps the context in which it measures, so this file runs isolated from those that use another one.
beforeEach(() => void vi.stubGlobal('document', { createElement: () => ({ getContext: () => METER }) }));

const FRAME = { x: 0, y: 0, width: 1_280, height: 720 };
const bounds = (layer: Layer): Rect => layerBounds(layer, new Map());
/** The share of a layer that is in the frame. */
const share = (layer: Layer): number => {
  const box = bounds(layer);
  return overlap(box, FRAME) / (box.width * box.height);
};

describe('the texts of a layout', () => {
  const WORDS = [
    ['CASTLE', 'In a day'],
    ['I built a castle in one hundred days', 'Without a plan'],
    ['I built a castle in one hundred days with my bare hands', 'And without a plan', 'Episode 2'],
  ];
  const texts = (words: readonly string[]) =>
    words.map((text, index) => ({
      ...(index === 0 ? createHeadline(text) : { ...createSubline(), text }),
      id: String(index),
    }));
  /** The boxes of the letters with their outlines and plates. */
  const outlined = (layer: Layer): Rect => {
    const { x, y, width, height } = bounds(layer);
    const edge = layer.outline?.width ?? 0;
    return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
  };
  const overlaps = (layers: readonly Layer[]) =>
    layers.flatMap((one, index) =>
      layers.slice(index + 1).map((other) => overlap(outlined(one), outlined(other))),
    );

  it.each(STARTING_LAYOUTS.flatMap((layout) => WORDS.map((words) => [layout.label, words, layout] as const)))(
    'do not lie on each other, on the badge or outside the frame: %s, %j',
    (_label, words, layout) => {
      const { layers } = fitTexts(applyLayout({ layers: texts(words), crop: 0.5 }, layout));

      const order = ({ y }: { y: number }, index: number, all: readonly { y: number }[]) =>
        index === 0 || y > (all[index - 1]?.y ?? 0);
      expect(layers.map(order)).toEqual(layout.placements.slice(0, layers.length).map(order));
      expect(overlaps(layers)).toEqual(layers.length === 2 ? [0] : [0, 0, 0]);
      expect(layers.map((layer) => overlap(bounds(layer), BADGE_AREA))).toEqual(layers.map(() => 0));
      expect(layers.map((layer) => share(layer)).map(Math.round)).toEqual(layers.map(() => 1));
    },
  );

  it('move apart after a saved layout has got longer words, unless the layout has them on each other', () => {
    const headline = { ...createHeadline('CASTLE'), id: 'headline' };
    const subline = { ...createSubline(), text: 'In a day', id: 'subline' };
    const layout = [
      { ...headline, y: 200 },
      { ...subline, y: 320 },
      { ...subline, id: 'on purpose', y: 205 },
    ];
    expect(fillTexts(layout, [])).toEqual(layout);

    const filled = fillTexts(layout, ['I built a castle']);
    expect(overlaps(filled.slice(0, 2))).toEqual([0]);
    expect(filled.map(({ y }) => y)).toEqual([200, expect.any(Number), 205]);
  });
});
