import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { saveDesignRequest } from '#contract/endpoints/finishing-schemas.ts';
import { base64Length } from '#contract/fields.ts';
import { CUTOUT_LAYER, DESIGN, SHAPE_LAYER, TEXT_LAYER } from '../support/designs.ts';
import { LARGEST_DESIGN } from '../support/largest-design.ts';

/** The reasons why a design is refused; none if it is accepted. */
function findReasons(design: unknown): string[] {
  const { error } = z.safeParse(saveDesignRequest, { design, version: 0 });
  return error?.issues.map(({ message }) => message) ?? [];
}

const withText = (changes: object) => ({ ...DESIGN, layers: [{ ...TEXT_LAYER, ...changes }] });
const withCutout = (changes: object) => ({ ...DESIGN, layers: [{ ...CUTOUT_LAYER, ...changes }] });
const withId = (layer: object, digit: number) => ({
  ...layer,
  id: TEXT_LAYER.id.slice(0, -1) + String(digit),
});

const ADJUSTMENTS = {
  zoom: 4,
  offset: 1,
  flipped: true,
  brightness: -1,
  contrast: 1,
  blur: 40,
  vignette: 1,
};
/** Six texts and four shapes. */
const createMost = () => Array.from({ length: 10 }, (_, n) => withId(n < 6 ? TEXT_LAYER : SHAPE_LAYER, n));

describe('a design', () => {
  it.each<[string, unknown]>([
    ['text and a cut-out', { layers: [CUTOUT_LAYER, TEXT_LAYER], crop: 1 }],
    ['no layers', { layers: [], crop: 0 }],
    ['markup, which stays text', withText({ text: '<b>&amp;</b><script>' })],
    ['an empty text', withText({ text: '' })],
    ['the longest names', { ...DESIGN, layers: [{ ...CUTOUT_LAYER, name: '🏰'.repeat(40) }] }],
    ['120 emoji', withText({ text: '🏰'.repeat(120) })],
    ['a round font', withText({ font: 'paytone-one' })],
    ['a weight of its font', withText({ font: 'teko', weight: 600 })],
    ['a center outside the frame', withText({ x: -640, y: 1_360 })],
    ['a shape', { ...DESIGN, layers: [SHAPE_LAYER] }],
    ['a picture', withCutout({ isPicture: true, opacity: 0 })],
    ["a person's place", withCutout({ slot: true })],
    ["an empty person's place", withCutout({ slot: true, empty: true })],
    [
      'spaced capitals in two colors',
      withText({ letterSpacing: 0.5, lineHeight: 0.8, gradient: '#ff0000', upperCase: true, opacity: 1 }),
    ],
    ['an adjusted image', { ...DESIGN, adjustments: ADJUSTMENTS }],
    ['a flipped image', { ...DESIGN, adjustments: { flipped: true } }],
    ['the most layers', { ...DESIGN, layers: createMost() }],
  ])('may have %s', (_, design) => {
    expect(z.parse(saveDesignRequest, { design, version: 0 })).toEqual({ design, version: 0 });
  });

  it.each<[string, unknown, string]>([
    ['no object', 'text', 'design must be an object'],
    ['nothing', undefined, 'design must be an object'],
    ['an unknown field', { ...DESIGN, filter: 'sepia' }, 'design has an unknown field: filter'],
    ['no layers', { crop: 0 }, 'design.layers must be a list'],
    [
      'an empty cut-out without a place',
      withCutout({ empty: true }),
      'layer.empty must be absent without layer.slot',
    ],
    ['an unknown kind of layer', withText({ kind: 'video' }), 'layer.kind must be text, cutout or shape'],
    ['a layer of null', { ...DESIGN, layers: [null] }, 'layer.kind must be text, cutout or shape'],
    [
      'an unknown shape',
      { ...DESIGN, layers: [{ ...SHAPE_LAYER, shape: 'star' }] },
      'layer.shape must be one of arrow, circle, box, line',
    ],
    [
      'a flat shape',
      { ...DESIGN, layers: [{ ...SHAPE_LAYER, height: 7 }] },
      'layer.height must be at least 8',
    ],
    [
      'a gradient that is no color',
      withText({ gradient: 'red' }),
      'layer.gradient must be a color, as #rrggbb',
    ],
    ['wide letters', withText({ letterSpacing: 0.6 }), 'layer.letterSpacing must be at most 0.5'],
    ['a size kept as text', withText({ keepsSize: 'yes' }), 'layer.keepsSize must be true or false'],
    ['capitals as text', withText({ upperCase: 'yes' }), 'layer.upperCase must be true or false'],
    ['a far zoom', { ...DESIGN, adjustments: { zoom: 5 } }, 'adjustments.zoom must be at most 4'],
    [
      'an unknown adjustment',
      { ...DESIGN, adjustments: { hue: 1 } },
      'adjustments has an unknown field: hue',
    ],
    ['an unknown field of a layer', withText({ onclick: 'x' }), 'layer has an unknown field: onclick'],
    [
      'an unknown font',
      withText({ font: 'comic-sans' }),
      'layer.font must be one of anton, bebas-neue, teko, paytone-one, alfa-slab-one',
    ],
    ['a weight that its font lacks', withText({ weight: 700 }), 'layer.weight must be one of 400 for anton'],
    [
      'a weight between two weights of its font',
      withText({ font: 'teko', weight: 450 }),
      'layer.weight must be one of 400, 500, 600, 700 for teko',
    ],
    [
      'a long text with any characters',
      withText({ text: '\0'.repeat(121) }),
      'layer.text must be at most 120 characters',
    ],
    ['a long name', withText({ name: 'a'.repeat(41) }), 'layer.name must be at most 40 characters'],
    [
      'a control character in a name',
      withText({ name: 'a\u0007b' }),
      'layer.name must not contain control characters',
    ],
    ['a control character', withText({ text: 'a\u0000b' }), 'layer.text must not contain control characters'],
    ['a tab', withText({ text: 'a\tb' }), 'layer.text must not contain control characters'],
    ['a lone surrogate', withText({ text: '\ud83c' }), 'layer.text must be valid Unicode'],
    ['an infinite position', withText({ x: Infinity }), 'layer.x must be a number'],
    ['a position that is not a number', withText({ y: Number.NaN }), 'layer.y must be a number'],
    ['a position as text', withCutout({ x: '640' }), 'layer.x must be a number'],
    ['a position far outside', withCutout({ x: 1e9 }), 'layer.x must be at most 1920'],
    ['text after a valid color', withText({ color: '#ffffff;x' }), 'layer.color must be a color, as #rrggbb'],
    ['a CSS expression as color', withText({ color: 'url(x)' }), 'layer.color must be a color, as #rrggbb'],
    ['a cut-out without an id', withCutout({ cutoutId: '../x' }), 'layer.cutoutId must be a UUID'],
    ['an outline of null', withText({ outline: null }), 'outline must be an object'],
    [
      'the id of a layer twice',
      { ...DESIGN, layers: [TEXT_LAYER, TEXT_LAYER] },
      'design.layers must not have an id twice',
    ],
    [
      'seven texts',
      { ...DESIGN, layers: [0, 1, 2, 3, 4, 5, 6].map((n) => withId(TEXT_LAYER, n)) },
      'design.layers must have at most 6 texts',
    ],
    [
      'eleven layers',
      { ...DESIGN, layers: [...createMost(), CUTOUT_LAYER] },
      'design.layers must have at most 10 layers',
    ],
    [
      'thousands of layers, without reading one of them',
      { ...DESIGN, layers: Array.from({ length: 30_000 }, () => ({})) },
      'design.layers must have at most 10 layers',
    ],
    ['a crop outside the image', { ...DESIGN, crop: 1.1 }, 'design.crop must be at most 1'],
  ])('is refused for %s', (_, design, reason) => {
    expect(findReasons(design)).toEqual([reason]);
  });
});

it('the largest design takes 57 kB, so that its save fits 64 kB without the preview and the limit of a request with it', () => {
  const body = { design: LARGEST_DESIGN, version: Number.MAX_SAFE_INTEGER - 1 };
  const preview = 'A'.repeat(base64Length(DESIGN_LIMITS.preview.bytes));
  const countBytes = (value: object) => Buffer.byteLength(JSON.stringify(value));

  expect(findReasons(LARGEST_DESIGN)).toEqual([]);
  expect(countBytes(LARGEST_DESIGN), 'If a design has a new field, write its new size here').toBe(57_123);
  expect(countBytes(body)).toBeLessThan(60_000);
  expect(countBytes({ ...body, preview })).toBeLessThanOrEqual(DESIGN_LIMITS.requestBytes);
});

describe('the version of a design', () => {
  it.each([-1, 0.5, '1', null, undefined, Number.MAX_SAFE_INTEGER])('is not %j', (version) => {
    expect(z.safeParse(saveDesignRequest, { design: DESIGN, version }).success).toBe(false);
  });
});
