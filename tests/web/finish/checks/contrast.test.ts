import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  edgeContrast,
  letterCoverage,
  mostContrasting,
} from '../../../../web/src/features/finish/checks/contrast.ts';
import { paint, type Color } from './pixels.ts';

const SIZE = { width: 40, height: 20 };
const LETTER = { x: 10, y: 5, width: 6, height: 10 };

type Boxes = Parameters<typeof paint>[2];

/** The contrast of a white bar, as a letter, on a background with other boxes below it. */
function contrastOn(background: Color, below: Boxes = [], color = '#ffffff') {
  const render = (letter: Color) => paint(SIZE, background, [...below, { ...LETTER, color: letter }]);
  const [black, white] = [render([0, 0, 0]), render([255, 255, 255])];
  return edgeContrast(color, black, letterCoverage(black, white));
}

const WHITE: Color = [255, 255, 255];
const outline = (width: number): Boxes => [
  {
    x: LETTER.x - width,
    y: LETTER.y - width,
    width: LETTER.width + 2 * width,
    height: LETTER.height + 2 * width,
    color: [0, 0, 0],
  },
];

describe('the contrast at the edges of letters', () => {
  it.each<[string, Color, number]>([
    ['black', [0, 0, 0], 21],
    ['white', [255, 255, 255], 1],
    ['#777777, a known value of WCAG', [0x77, 0x77, 0x77], 4.48],
    ['#ff0000, a known value of WCAG', [0xff, 0, 0], 4],
  ])('of white on %s is the contrast ratio of WCAG', (_name, background, expected) => {
    expect(contrastOn(background)).toBeCloseTo(expected, 1);
  });

  it('is measured against the outline if the outline is wide enough', () => {
    expect(contrastOn(WHITE, outline(2))).toBeCloseTo(21);
  });

  it('is measured against the picture if the outline is thinner than a pixel of the smallest view', () => {
    expect(contrastOn(WHITE, outline(1))).toBeCloseTo(1);
  });

  it('ignores a background that is away from the letters', () => {
    const far = { x: 30, y: 0, width: 10, height: 20, color: WHITE };

    expect(contrastOn([0, 0, 0], [far])).toBeCloseTo(21);
  });

  it('is low when a fifth of the edge disappears in the picture', () => {
    const bright = { x: 0, y: 0, width: 40, height: 7, color: WHITE };

    expect(contrastOn([0, 0, 0], [bright])).toBeCloseTo(1);
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

      expect(contrastOn([channel, channel, channel], [], color)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 50 },
  );
});
