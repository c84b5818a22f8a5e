import { renderAsync } from '@resvg/resvg-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Layer, TextLayer } from '#contract/design/design.ts';
import { BADGE_AREA } from '../../../../web/src/features/finish/editor/areas.ts';
import { layerBounds } from '../../../../web/src/features/finish/editor/layer-box.ts';
import {
  measureBusyness,
  MEASURED_SIZE,
  overlap,
} from '../../../../web/src/features/finish/editor/measure-picture.ts';
import {
  createCutoutLayer,
  createHeadline,
  createShapeLayer,
} from '../../../../web/src/features/finish/editor/new-layers.ts';
import { breaksWord } from '../../../../web/src/lib/render/layout-text.ts';
import {
  applyLayout,
  STARTING_LAYOUTS,
} from '../../../../web/src/features/finish/layers/starting-layouts.ts';
import { fitWords } from '../../../../web/src/features/finish/editor/fit-text.ts';
import { fitTexts } from '../../../../web/src/features/finish/editor/fit-texts.ts';
import { placeLayer } from '../../../../web/src/features/finish/editor/place-layer.ts';
import type { Rect } from '../../../../web/src/lib/render/finished-image.ts';

const SKY = '<rect width="1280" height="720" fill="#38bdf8"/>';
/** A busy part of a picture: a chessboard of light and dark squares. */
function board({ x, y, width, height }: Rect): string {
  const squares = [];
  for (let top = 0; top < height; top += 20)
    for (let left = 0; left < width; left += 20)
      squares.push(
        `<rect x="${x + left}" y="${y + top}" width="20" height="20" fill="${(top + left) % 40 === 0 ? '#fff' : '#111'}"/>`,
      );
  return squares.join('');
}
const person = (x: number): string =>
  `<circle cx="${x}" cy="240" r="130" fill="#f5c9a8"/><rect x="${x - 180}" y="380" width="360" height="340" fill="#7c2d12"/>` +
  `<circle cx="${x - 45}" cy="220" r="16"/><circle cx="${x + 45}" cy="220" r="16"/><path d="M${x - 50} 300h100v14h-100z"/>`;
const LEFT: Rect = { x: 0, y: 0, width: 600, height: 720 };
const RIGHT: Rect = { x: 680, y: 0, width: 600, height: 720 };
const UPPER: Rect = { x: 0, y: 0, width: 1_280, height: 440 };
const LOWER: Rect = { x: 0, y: 260, width: 1_280, height: 460 };
const MIDDLE: Rect = { x: 400, y: 160, width: 480, height: 400 };

/** Twenty pictures, each with the part that a headline must not cover. */
const PICTURES: readonly [name: string, svg: string, busy: Rect][] = [
  ['a busy left', board(LEFT), LEFT],
  ['a busy right', board(RIGHT), RIGHT],
  ['a busy upper part', board(UPPER), UPPER],
  ['a busy lower part', board(LOWER), LOWER],
  ['a busy middle', board(MIDDLE), MIDDLE],
  ['a person on the left', person(280), { x: 100, y: 110, width: 360, height: 610 }],
  ['a person on the right', person(1_000), { x: 820, y: 110, width: 360, height: 610 }],
  ['a person in the middle', person(640), { x: 460, y: 110, width: 360, height: 610 }],
  ['two persons', person(250) + person(1_030), { x: 70, y: 110, width: 360, height: 610 }],
  [
    'a city below a sky',
    board({ x: 0, y: 420, width: 1_280, height: 300 }),
    { x: 0, y: 420, width: 1_280, height: 300 },
  ],
  [
    'leaves above a lawn',
    board({ x: 0, y: 0, width: 1_280, height: 300 }),
    { x: 0, y: 0, width: 1_280, height: 300 },
  ],
  [
    'a car in the lower left',
    board({ x: 0, y: 400, width: 560, height: 320 }),
    { x: 0, y: 400, width: 560, height: 320 },
  ],
  [
    'a dog in the lower right',
    board({ x: 760, y: 400, width: 520, height: 320 }),
    { x: 760, y: 400, width: 520, height: 320 },
  ],
  [
    'a sign in the upper left',
    board({ x: 0, y: 0, width: 560, height: 320 }),
    { x: 0, y: 0, width: 560, height: 320 },
  ],
  [
    'a sun in the upper right',
    board({ x: 760, y: 0, width: 520, height: 320 }),
    { x: 760, y: 0, width: 520, height: 320 },
  ],
  ['a frame around a calm left', board(RIGHT) + board({ x: 0, y: 0, width: 680, height: 80 }), RIGHT],
  ['a tower', board({ x: 560, y: 0, width: 160, height: 720 }), { x: 560, y: 0, width: 160, height: 720 }],
  [
    'a road to the horizon',
    '<path d="M600 300h80l400 420h-880z" fill="#222"/>' + board({ x: 0, y: 260, width: 1_280, height: 60 }),
    { x: 0, y: 260, width: 1_280, height: 60 },
  ],
  [
    'a phone on the right',
    '<rect x="860" y="80" width="280" height="560" rx="40"/>' +
      board({ x: 880, y: 120, width: 240, height: 480 }),
    { x: 860, y: 80, width: 280, height: 560 },
  ],
  ['a plain picture', '', { x: 0, y: 0, width: 0, height: 0 }],
];

async function measure(svg: string): Promise<readonly number[]> {
  const { width, height } = MEASURED_SIZE;
  const picture = await renderAsync(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1280 720">${SKY}${svg}</svg>`,
  );
  return measureBusyness(new Uint8ClampedArray(picture.pixels));
}

const SIZES = new Map([
  ['face', { width: 600, height: 800 }],
  ['logo', { width: 400, height: 200 }],
]);
const bounds = (layer: Layer): Rect => layerBounds(layer, SIZES);
const share = (layer: Layer, rect: Rect): number => {
  const box = bounds(layer);
  return overlap(box, rect) / (box.width * box.height);
};

/** The distance between the outline of a headline and the nearest edge of the frame. */
const margin = (headline: TextLayer): number => {
  const { x, y, width, height } = bounds(headline);
  return Math.min(x, y, 1_280 - x - width, 720 - y - height) - (headline.outline?.width ?? 0);
};

/** Measures letters that are about as wide as the letters of Anton. */
const METER = {
  font: '',
  measureText(text: string) {
    return { width: text.length * 0.45 * Number(/([\d.]+)px/.exec(this.font)?.[1]) };
  },
};
// The module keeps the context in which it measures, so this file runs isolated from those that use another one.
beforeEach(() => void vi.stubGlobal('document', { createElement: () => ({ getContext: () => METER }) }));

describe.each(PICTURES)('on %s', (_name, svg, busy) => {
  it('each new layer respects the picture, the badge and the other layers', async () => {
    const busyness = await measure(svg);
    const add = <Kind extends Layer>(layer: Kind, layers: readonly Layer[]) =>
      placeLayer(layer, { busyness, layers, cutouts: SIZES });

    const headline = add(createHeadline('I BUILT A CASTLE'), []);
    const face = add(createCutoutLayer('face'), [headline]);
    const logo = add(createCutoutLayer('logo', true), [face, headline]);
    const arrow = add(createShapeLayer('arrow'), [face, headline, logo]);

    expect(share(headline, busy)).toBeLessThan(0.2);
    expect(share(headline, BADGE_AREA)).toBe(0);
    expect(margin(headline)).toBeGreaterThanOrEqual(28.7);
    expect(share(headline, bounds(face))).toBeLessThan(0.35);
    expect([bounds(face).height, bounds(face).y + bounds(face).height]).toEqual([576, 720]);
    expect([share(logo, bounds(headline)), share(logo, BADGE_AREA)]).toEqual([0, 0]);
    expect(bounds(logo).width).toBe(140);
    expect(share(arrow, bounds(headline))).toBeLessThan(0.05);
    expect(share(arrow, { x: 0, y: 0, width: 1_280, height: 720 })).toBeCloseTo(1);
  });
});

describe('the words of a text', () => {
  const LONG = 'Donaudampfschifffahrtsgesellschaft fährt wieder auf der Donau bei Wien und Linz';
  const createText = () => placeLayer(createHeadline('ICH'), { layers: [], cutouts: SIZES });

  it('fit the box of the text and the picture, and get their size back when they are short again', () => {
    const headline = createText();
    const long = { ...headline, ...fitWords(headline, { text: LONG }) };
    const short = { ...long, ...fitWords(long, { text: 'ICH' }) };
    const { x, y, width, height } = bounds(long);

    expect(long.size).toBeLessThan(headline.size);
    expect(width).toBeLessThanOrEqual(headline.width);
    expect([x >= 16, y >= 16, y + height <= 704]).toEqual([true, true, true]);
    expect([short.size, short.text]).toEqual([headline.size, 'ICH']);
  });

  it('keep the distance to the edges of the frame while they grow, and that of a place that the creator has chosen', () => {
    const headline = createText();
    const words = LONG.split(' ');
    const texts = words.map((_, count) => words.slice(0, count + 1).join(' '));
    const grown = texts.map((text) => ({ ...headline, ...fitWords(headline, { text }) }));
    expect(Math.min(...grown.map(margin))).toBeGreaterThanOrEqual(28.7);

    const near = { ...headline, y: headline.y - bounds(headline).y + 20 };
    expect(fitWords(near, { text: 'DU' }).y ?? near.y).toBe(near.y);
  });

  const LONGEST = 'Donaudampfschiff';

  it('never break in the middle of a word while a smaller size fits', () => {
    const headline = createText();
    const long = { ...headline, ...fitWords(headline, { text: LONGEST }) };

    expect([long.size < headline.size, long.size >= 64, breaksWord(long)]).toEqual([true, true, false]);
  });

  it('fit a box that the creator makes narrower, and get their size back with the width', () => {
    const headline = { ...createText(), text: 'Castles' };
    const narrow = { ...headline, ...fitWords(headline, { width: 300 }) };
    const wide = { ...narrow, ...fitWords(narrow, { width: headline.width }) };

    expect([narrow.width, narrow.size < headline.size, breaksWord(narrow)]).toEqual([300, true, false]);
    expect(wide).toEqual(headline);
  });

  it('keep their size if the creator wants it, and fit again when the creator does not', () => {
    const headline = createText();
    const fixed = { ...headline, ...fitWords(headline, { keepsSize: true }) };
    const long = { ...fixed, ...fitWords(fixed, { text: LONG }) };
    expect([long.size, long.y]).toEqual([headline.size, headline.y]);

    expect(fitWords(fixed, { size: 200 })).toEqual({ size: 200 });
    const fitted = fitWords({ ...fixed, text: LONGEST }, { keepsSize: undefined });
    expect(fitted.size).toBeLessThan(headline.size);
  });

  it('keep a size that was chosen after they were made smaller', () => {
    const headline = createText();
    const long = { ...headline, ...fitWords(headline, { text: LONG }) };
    const chosen = { ...long, size: 40 };

    expect(fitWords(chosen, { text: 'ICH' }).size).toBe(40);
  });

  it('keep the place of a text that hangs out of the picture, and the size of a text that is larger than its box', () => {
    const hanging = fitWords({ ...createText(), y: 10 }, { text: LONG });
    expect(hanging).toEqual({ text: LONG, size: expect.any(Number) as number });
    expect(hanging.size).toBeLessThan(createText().size);

    expect(fitWords({ ...createText(), text: LONG }, { text: LONG })).toEqual({ text: LONG });
  });

  it('fit the boxes of a starting layout', () => {
    for (const layout of STARTING_LAYOUTS) {
      const design = { layers: [{ ...createText(), text: LONGEST }], crop: 0.5 };
      const { layers } = fitTexts(applyLayout(design, layout));
      expect(layers.map((layer) => layer.kind === 'text' && breaksWord(layer))).toEqual([false]);

      const long = { layers: [{ ...createText(), text: LONG.replace(/^\S+ /, '') }], crop: 0.5 };
      const boxes = fitTexts(applyLayout(long, layout)).layers.map(bounds);
      // Positions are rounded to a tenth of a pixel.
      expect(boxes.map(({ y, height }) => y > 15 && y + height < 705)).toEqual([true]);
    }
  });
});

it.each([
  createShapeLayer('arrow'),
  createShapeLayer('line'),
  createCutoutLayer('face'),
  createCutoutLayer('logo', true),
])('each of four equal layers is seen beside the others: %o', (layer) => {
  const layers: Layer[] = [];
  for (let count = 0; count < 4; count += 1) layers.push(placeLayer(layer, { layers, cutouts: SIZES }));

  expect(new Set(layers.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
});
