import { describe, expect, it } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { checkTexts } from '../../../../web/src/features/finish/checks/check-texts.ts';
import { findLetters } from '../../../../web/src/features/finish/checks/text-probe.ts';
import { overlap } from '../../../../web/src/features/finish/editor/measure-picture.ts';
import type { Rect } from '../../../../web/src/lib/render/finished-image.ts';
import { letters, probe, text, failingNames, measures } from './stand-in-font.ts';

describe('the mends of a text keep it off what must stay in view', () => {
  const FACE: Rect = { x: 500, y: 330, width: 300, height: 300 };
  const beside = (face: Rect) => ({
    ...measures,
    covers: (layer: TextLayer) => overlap(letters(layer), face),
  });
  const mend = (layer: TextLayer, face: Rect) => {
    const hints = checkTexts([findLetters(probe(layer))], beside(face)).flatMap((each) => each.hints);
    return hints.map(({ detail, fix: mended }) => [detail, mended?.label, mended?.changes] as const);
  };

  it.each([
    ['Make it larger', text({ size: 30, y: 316 })],
    ['Fit the words', text({ x: 400, y: 400, width: 200, text: 'DONAUDAMPFSCHIFFFAHRT' })],
  ])('with another place: %s', (label, layer) => {
    const [, shown, changes] = mend(layer, FACE)[0] ?? [];
    if (typeof changes !== 'object') throw new Error('There is no mend');
    const mended = { ...layer, ...changes };

    expect([shown, beside(FACE).covers(layer), beside(FACE).covers(mended)]).toEqual([label, 0, 0]);
    expect(failingNames(mended)).toEqual([]);
  });

  it('or offer no mend if no place is free', () => {
    const everywhere = { x: 0, y: 0, width: 1_280, height: 720 };

    expect(mend(text({ size: 30 }), everywhere)).toEqual([
      ['Letters are 3.1 pixels high there; 8 are easy to read. Use fewer words', undefined, undefined],
    ]);
  });
});

it('the letters of a translation that the height of the original keeps small need a larger original, not fewer words', () => {
  const advise = (mostSize: (layer: TextLayer) => number) => {
    const translated = { ...text({ size: 40, text: 'قلعة' }), language: 'ar' };
    const inBox = { ...measures, breaksWord: (layer: TextLayer) => layer.size > mostSize(layer) };
    const checks = checkTexts([findLetters(probe(translated))], inBox);
    return checks.find(({ name }) => name === 'size')?.hints.map(({ detail }) => detail);
  };

  expect(advise(() => 40)).toEqual([
    'Letters are 4.2 pixels high there; 8 are easy to read. Make the text larger in the original',
  ]);
  expect(advise((layer) => 200 / layer.text.length)).toEqual([
    'Letters are 4.2 pixels high there; 8 are easy to read. Use fewer words',
  ]);
});
