import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  edgeContrast,
  letterCoverage,
  mostContrasting,
} from '../../../../web/src/features/finish/model/checks/contrast.ts';
import { paint, type Color } from './pixels.ts';

const SIZE = { width: 40, height: 20 };
const LETTER = { x: 10, y: 5, width: 6, height: 10 };

/** The contrast of a white bar, as a letter, on a background. */
function contrastOn(background: Color, ring?: { color: Color; width: number }) {
  const around = ring
    ? {
        x: LETTER.x - ring.width,
        y: LETTER.y - ring.width,
        width: LETTER.width + 2 * ring.width,
        height: LETTER.height + 2 * ring.width,
        color: ring.color,
      }
    : undefined;
  const render = (color: Color) =>
    paint(SIZE, background, [...(around ? [around] : []), { ...LETTER, color }]);
  const [black, white] = [render([0, 0, 0]), render([255, 255, 255])];
  return edgeContrast('#ffffff', black, letterCoverage(black, white));
}

describe('the contrast at the edges of letters', () => {
  it.each<[string, Color, number]>([
    ['black', [0, 0, 0], 21],
    ['white', [255, 255, 255], 1],
    ['#777777, a known value of WCAG', [0x77, 0x77, 0x77], 4.48],
    ['#ff0000, a known value of WCAG', [0xff, 0, 0], 4],
  ])('of white on %s is the contrast ratio of WCAG', (_name, background, expected) => {
    expect(contrastOn(background)).toBeCloseTo(expected, 1);
  });

  it('is the one of an outline that is wide enough', () => {
    expect(contrastOn([255, 255, 255], { color: [0, 0, 0], width: 2 })).toBeCloseTo(21);
  });

  it('is the one of the picture when the outline is thinner than a pixel of the smallest view', () => {
    expect(contrastOn([255, 255, 255], { color: [0, 0, 0], width: 1 })).toBeCloseTo(1);
  });

  it('ignores a background that is away from the letters', () => {
    const far = { x: 30, y: 0, width: 10, height: 20, color: [255, 255, 255] as Color };
    const render = (color: Color) => paint(SIZE, [0, 0, 0], [far, { ...LETTER, color }]);
    const [black, white] = [render([0, 0, 0]), render([255, 255, 255])];

    expect(edgeContrast('#ffffff', black, letterCoverage(black, white))).toBeCloseTo(21);
  });

  it('is low when a fifth of the edge disappears in the picture', () => {
    const bright = { x: 0, y: 0, width: 40, height: 7, color: [255, 255, 255] as Color };
    const render = (color: Color) => paint(SIZE, [0, 0, 0], [bright, { ...LETTER, color }]);
    const [black, white] = [render([0, 0, 0]), render([255, 255, 255])];

    expect(edgeContrast('#ffffff', black, letterCoverage(black, white))).toBeCloseTo(1);
  });

  it('is unknown when no letter is visible', () => {
    const empty = paint(SIZE, [9, 9, 9], []);

    expect(edgeContrast('#ffffff', empty, letterCoverage(empty, empty))).toBeUndefined();
  });
});

it('chooses an outline that passes the contrast check for every color of letters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`;
      const channel = mostContrasting(color) === '#ffffff' ? 255 : 0;
      const outline: Color = [channel, channel, channel];
      const render = (letter: Color) => paint(SIZE, outline, [{ ...LETTER, color: letter }]);
      const [black, white] = [render([0, 0, 0]), render([255, 255, 255])];

      expect(edgeContrast(color, black, letterCoverage(black, white))).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 50 },
  );
});
