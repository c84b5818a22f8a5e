import { beforeEach, expect, it, vi } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { fitWords } from '../../../../web/src/features/finish/editor/fit-text.ts';
import { layoutTextLayer } from '../../../../web/src/lib/render/layout-text.ts';
import { TEXT, VALUES } from '../../../e2e/headlines/text-values.ts';

/** Measures letters whose width depends on their weight, their size and their case. */
const METER = {
  font: '',
  measureText(text: string) {
    const [, weight, size] = /^(\d+) ([\d.]+)px/.exec(this.font) ?? [];
    const capitals = text.replaceAll(/[^A-Z]/g, '').length;
    return { width: (text.length + capitals) * 0.0005 * Number(weight) * Number(size) };
  },
};
// The module keeps the context in which it measures, so this file runs isolated from those that use another one.
beforeEach(() => void vi.stubGlobal('document', { createElement: () => ({ getContext: () => METER }) }));

const LAYER: TextLayer = { ...TEXT, text: 'Hike to exit' };
const measure = (layer: TextLayer) => {
  const { width, height, ink } = layoutTextLayer(layer);
  return JSON.stringify({ width, height, ink });
};

it('a text is fitted after each change of its box or of its ink, except by its size and its alignment', () => {
  const notFitted = Object.entries(VALUES).filter(([name, value]) => {
    const changes = { [name]: value };
    const isFitted = fitWords(LAYER, changes) !== changes;
    return !isFitted && measure({ ...LAYER, ...changes }) !== measure(LAYER);
  });

  // The creator chooses the size, and letters that are aligned to a side stay in their box.
  const names = notFitted.map(([name]) => name);
  expect(names, 'These properties have no `fit` in text-properties.ts').toEqual(['size', 'align']);
});

const change = (layer: TextLayer, changes: Partial<TextLayer>) => ({
  ...layer,
  ...fitWords(layer, changes),
});

it('a size that the creator chooses stays, also if longer words were made smaller to this size before', () => {
  const short = { ...TEXT, text: 'HI', size: 150 };
  const long = change(short, { text: 'INCOMPREHENSIBILITIES' });
  expect(long.size).toBeLessThan(150);
  expect(change(long, { text: 'HI' }).size).toBe(150);

  const chosen = change(short, { size: long.size });
  expect(change(chosen, { text: 'HI!' }).size).toBe(long.size);
});

it('a size that the creator has chosen comes back after the undo of a resize that began with a move without a change', () => {
  const long = change({ ...TEXT, text: 'HI', size: 150 }, { text: 'INCOMPREHENSIBILITIES' });
  expect(long.size).toBeLessThan(150);
  // Each move of a drag changes the text as it was before the drag. Undo brings this text back.
  change(long, { size: long.size });
  change(long, { size: long.size + 10 });

  expect(change(long, { text: 'HI' }).size).toBe(150);
});
