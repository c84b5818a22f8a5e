import { expect, it, vi } from 'vitest';
import type { CutoutLayer, Layer } from '#contract/design/design.ts';
import { measureCovered } from '../../../../web/src/features/finish/checks/kept-clear.ts';
import { PROBE_SIZE } from '../../../../web/src/features/finish/editor/areas.ts';
import { createCutoutLayer, createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import type { Rect } from '../../../../web/src/lib/render/finished-image.ts';

const TEXT = createTextLayer('text');
const PERSON = createCutoutLayer('person', false, 'person');
const LETTERS: Rect = { x: 560, y: 0, width: 160, height: 40 };

/** Draws each cut-out as the right half of the frame. */
const render = vi.fn((_layers: readonly CutoutLayer[]) => {
  const data = new Uint8ClampedArray(PROBE_SIZE.width * PROBE_SIZE.height * 4).map((_value, index) =>
    index % 4 === 3 && Math.floor(index / 4) % PROBE_SIZE.width >= PROBE_SIZE.width / 2 ? 255 : 0,
  );
  return { ...PROBE_SIZE, data };
});

const cover = (layers: Layer[], faces?: Rect[]) =>
  measureCovered({ design: { layers, crop: 0.5 } }, faces, render)(TEXT, LETTERS);

it.each<[number, string, Layer[]]>([
  [80 * 40, 'the visible part of a cut-out below the text', [PERSON, TEXT]],
  [0, 'a cut-out in front of the text', [TEXT, PERSON]],
  [0, 'a hidden cut-out', [{ ...PERSON, hidden: true }, TEXT]],
  [0, 'a logo, which has no face', [{ ...PERSON, isPicture: true }, TEXT]],
])('Letters cover %i pixels of %s where faces are unknown', (area, _what, layers) => {
  expect(cover(layers)).toBe(area);
});

it('Only known faces count where the browser has looked for them', () => {
  expect(cover([PERSON, TEXT], [{ x: 700, y: 20, width: 100, height: 100 }])).toBe(20 * 20);
  expect(cover([PERSON, TEXT], [])).toBe(0);
});
