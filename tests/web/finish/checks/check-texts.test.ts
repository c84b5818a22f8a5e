import { describe, expect, it } from 'vitest';
import { PROBE_SIZE } from '../../../../web/src/features/finish/editor/areas.ts';
import { paint, type Color } from './pixels.ts';
import {
  LAYER,
  letters,
  run,
  probe,
  text,
  check,
  failing,
  fix,
  failingNames,
  toProbe,
} from './stand-in-font.ts';

describe('the checks of a text', () => {
  it('pass for large white letters on black, and show the measured values', () => {
    const checks = check(text());

    expect(checks.map(({ hints }) => hints)).toEqual([[], [], [], [], [], []]);
    expect(checks.map(({ passed }) => passed?.detail)).toEqual([
      'Contrast 21 to 1 at the edges of the letters (WCAG 2.2)',
      'Letters are at least 12.6 pixels high there',
      'No word breaks in the middle, and the text is not larger than the picture',
      'All text is inside the picture',
      'It covers no text, and no more than the edge of another layer',
      'No other layer hides a word',
    ]);
  });

  it('pass when there is no text', () => {
    const checks = run();

    expect(checks.flatMap(({ hints }) => hints)).toEqual([]);
  });

  it.each([
    ['contrast', 'Add an outline', text(), [200, 200, 200]],
    ['contrast', 'Add an outline', text({ outline: { color: '#ffffff', width: 20 } }), [0, 0, 0]],
    ['size', 'Make it larger', text({ size: 40 }), [0, 0, 0]],
    ['size', 'Make it larger', text({ size: 30, width: 100, text: 'ONE TWO' }), [0, 0, 0]],
    ['size', 'Make it larger', text({ size: 16, text: 'ONE' }), [0, 0, 0]],
    ['badge', 'Move it up', text({ x: 900, y: 600 }), [0, 0, 0]],
    [
      'badge',
      'Move it left',
      text({ x: 1_100, y: 360, width: 200, size: 80, text: 'AAAAA '.repeat(9) }),
      [0, 0, 0],
    ],
    ['frame', 'Move it inside', text({ x: 100, y: 20 }), [0, 0, 0]],
    ['fit', 'Fit the words', text({ x: 640, y: 200, width: 2_000, text: 'X'.repeat(40) }), [0, 0, 0]],
    ['fit', 'Fit the words', text({ width: 700, text: 'DONAUDAMPFSCHIFF' }), [0, 0, 0]],
    ['fit', 'Fit the words', text({ width: 200, text: 'DONAUDAMPFSCHIFFFAHRT' }), [0, 0, 0]],
  ] as const)('find a failing %s, and "%s" fixes it and nothing else fails', (name, label, layer, color) => {
    expect(failingNames(layer, color)).toEqual([name]);

    const fixed = fix(layer, color);
    expect(fixed.label).toBe(label);
    expect(failingNames(fixed.layer, color)).toEqual([]);
    expect(fixed.layer.width).toBeLessThanOrEqual(Math.max(layer.width, 1_280));
  });

  it('accept 3 to 1 for letters that are large in the smallest view', () => {
    const grey: Color = [0x80, 0x80, 0x80];

    expect(failingNames(text({ text: 'A', size: 182 }), grey)).toEqual(['contrast']);
    expect(failingNames(text({ text: 'A', size: 184 }), grey)).toEqual([]);
  });

  it('ask for fewer words when no size that is legible fits', () => {
    const failed = failing(text({ size: 16, width: 1_248, text: 'AAAAAAAA '.repeat(100) })).at(0);

    expect(failed?.hints).toEqual([
      {
        layerId: LAYER.id,
        title: '“AAAAAAAA AAAAAAAA AAAAA…” is small at 168 × 94',
        detail: 'Letters are 1.6 pixels high there; 8 are easy to read. Use fewer words',
      },
    ]);
  });

  it('name the text and its layer', () => {
    const other = text({ id: '22222222-2222-4222-8222-222222222222', y: 100, text: 'OTHER' });
    const covered = text({ x: 1_000, y: 650, text: 'IN 100\nDAYS' });
    const checks = run(probe(other), probe(covered));
    const hints = checks.flatMap((each) => each.hints);

    expect(hints).toHaveLength(1);
    expect(hints.at(0)?.title).toBe('The duration badge covers “IN 100 DAYS”');
    expect(hints.at(0)?.layerId).toBe(covered.id);
  });

  it('ask for fewer words when a word is larger than the picture in every size', () => {
    const failed = failing(text({ text: 'A'.repeat(300) }));

    expect(failed.find(({ name }) => name === 'fit')?.hints).toEqual([
      {
        layerId: LAYER.id,
        title: '“AAAAAAAAAAAAAAAAAAAAAAA…” does not fit',
        detail: 'A word is wider than its box and breaks in the middle. Use fewer words',
      },
    ]);
  });

  it.each([
    [0, 'Contrast 1 to 1 at the edges of the letters; WCAG 2.2 asks for 4.5 to 1'],
    [0.1, 'Contrast 1.2 to 1 at the edges of the letters; WCAG 2.2 asks for 4.5 to 1'],
  ])('find letters of an opacity of %s, which are hidden, and make them opaque', (opacity, detail) => {
    const layer = text({ opacity });
    const grey = Math.round(255 * opacity);
    const render = (color: Color) => paint(PROBE_SIZE, [0, 0, 0], [{ ...toProbe(letters(layer)), color }]);
    const faint = { ...probe(layer), black: render([0, 0, 0]), white: render([grey, grey, grey]) };

    expect(run(faint).flatMap(({ hints }) => hints)).toEqual([
      {
        layerId: layer.id,
        title: '“I BUILT A CASTLE” is hard to tell from the picture',
        detail,
        fix: { label: 'Make it opaque', said: '“I BUILT A CASTLE” is opaque.', changes: { opacity: 1 } },
      },
    ]);
  });

  describe('find a covered text', () => {
    const layer = text();
    const { x, y, width, height } = letters(layer);
    /** Covers a part of the letters, as shares of their width. */
    const detail = (from: number, to: number) => {
      const box = { x: x + width * from, y, width: width * (to - from), height };
      const above = { ...toProbe(box), color: [90, 90, 90] as Color };
      const render = (color: Color) =>
        paint(PROBE_SIZE, [0, 0, 0], [{ ...toProbe(letters(layer)), color }, above]);
      const covered = { black: render([0, 0, 0]), white: render([255, 255, 255]) };
      return run({ ...probe(layer), covered }).flatMap(({ hints }) => hints);
    };

    it('if another layer covers more than a tenth of its letters', () => {
      expect(detail(0.95, 1)).toEqual([]);
      expect(detail(0, 1)).toEqual([
        {
          layerId: layer.id,
          title: 'Another layer covers “I BUILT A CASTLE”',
          detail: '100 % of its letters are behind other layers',
          fix: {
            label: 'Bring it to the front',
            said: '“I BUILT A CASTLE” is in front.',
            changes: 'to front',
          },
        },
      ]);
    });

    it('if a word is hidden that is less than a tenth of the letters', () => {
      expect(detail(0, 1 / 16).map((hint) => hint.detail)).toEqual([
        '“I” cannot be read behind other layers',
      ]);
    });

    it('and name the words that are hidden', () => {
      expect(detail(0, 0.4).map((hint) => hint.detail)).toEqual([
        '“I”, “BUILT” cannot be read behind other layers',
      ]);
    });
  });

  it('measure no contrast of a text that is outside the picture', () => {
    const checks = check(text({ x: -600, width: 100 }));

    expect(checks.map(({ name }) => name)).toEqual(['size', 'fit', 'frame', 'badge', 'covered']);
    expect(checks.flatMap(({ hints }) => hints)).toHaveLength(1);
  });

  it('keep the proportions of a text that has to shrink', () => {
    const wide = text({
      x: 640,
      width: 2_000,
      text: 'X'.repeat(40),
      outline: { color: '#000000', width: 10 },
      plate: { color: '#000000', opacity: 1, padding: 20 },
      shadow: { color: '#000000', blur: 30 },
    });
    const { layer } = fix(wide);
    const scale = layer.size / wide.size;

    expect(scale).toBeLessThan(1);
    expect(layer.outline?.width).toBeCloseTo(10 * scale, 1);
    expect(layer.plate?.padding).toBeCloseTo(20 * scale, 1);
    expect(layer.shadow?.blur).toBeCloseTo(30 * scale, 1);
  });
});
