import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { saveDesignRequest } from '../../contract/finishing-schemas.ts';
import { CUTOUT_LAYER, DESIGN, TEXT_LAYER } from '../support/designs.ts';

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

describe('a design', () => {
  it.each<[string, unknown]>([
    ['text and a cut-out', { layers: [CUTOUT_LAYER, TEXT_LAYER], crop: 1 }],
    ['no layers', { layers: [], crop: 0 }],
    ['markup, which stays text', withText({ text: '<b>&amp;</b><script>' })],
    ['an empty text', withText({ text: '' })],
    ['120 emoji', withText({ text: '🏰'.repeat(120) })],
    ['a weight of its font', withText({ font: 'teko', weight: 600 })],
    ['a center outside the frame', withText({ x: -640, y: 1_360 })],
    [
      'the most layers',
      { ...DESIGN, layers: [0, 1, 2].flatMap((n) => [withId(TEXT_LAYER, n), withId(CUTOUT_LAYER, n + 3)]) },
    ],
  ])('may have %s', (_, design) => {
    expect(z.parse(saveDesignRequest, { design, version: 0 })).toEqual({ design, version: 0 });
  });

  it.each<[string, unknown, string]>([
    ['no object', 'text', 'design must be an object'],
    ['nothing', undefined, 'design must be an object'],
    ['an unknown field', { ...DESIGN, filter: 'sepia' }, 'design has an unknown field: filter'],
    ['no layers', { crop: 0 }, 'design.layers must be a list'],
    ['an unknown kind of layer', withText({ kind: 'video' }), 'layer.kind must be text or cutout'],
    ['a layer of null', { ...DESIGN, layers: [null] }, 'layer.kind must be text or cutout'],
    ['an unknown field of a layer', withText({ onclick: 'x' }), 'layer has an unknown field: onclick'],
    [
      'an unknown font',
      withText({ font: 'comic-sans' }),
      'layer.font must be one of anton, bebas-neue, teko',
    ],
    ['a weight that its font lacks', withText({ weight: 700 }), 'layer.weight must be one of 400 for anton'],
    [
      'a weight between those of its font',
      withText({ font: 'teko', weight: 450 }),
      'layer.weight must be one of 400, 500, 600, 700 for teko',
    ],
    [
      'a long text, whatever its characters',
      withText({ text: '\0'.repeat(121) }),
      'layer.text must be at most 120 characters',
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
      'four texts',
      { ...DESIGN, layers: [0, 1, 2, 3].map((n) => withId(TEXT_LAYER, n)) },
      'design.layers must have at most 3 texts',
    ],
    [
      'four cut-outs',
      { ...DESIGN, layers: [0, 1, 2, 3].map((n) => withId(CUTOUT_LAYER, n)) },
      'design.layers must have at most 3 cut-outs',
    ],
    ['a crop outside the image', { ...DESIGN, crop: 1.1 }, 'design.crop must be at most 1'],
  ])('is refused for %s', (_, design, reason) => {
    expect(findReasons(design)).toEqual([reason]);
  });
});

describe('the version of a design', () => {
  it.each([-1, 0.5, '1', null, undefined, Number.MAX_SAFE_INTEGER])('is not %j', (version) => {
    expect(z.safeParse(saveDesignRequest, { design: DESIGN, version }).success).toBe(false);
  });
});
