import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextLayer } from '../../../../web/src/features/finish/model/design/new-layers.ts';
import { layoutText } from '../../../../web/src/lib/render/layout-text.ts';

/** Every character is ten pixels wide. */
const measure = (text: string) => text.length * 10;
const layer = (text: string, width: number) => ({ ...createTextLayer('text'), text, width, size: 100 });
const linesOf = (text: string, width: number) =>
  layoutText(layer(text, width), measure).lines.map((line) => line.text);

describe('a text', () => {
  it('breaks at blanks when a line is wider than the layer', () => {
    expect(linesOf('I BUILT A CASTLE', 90)).toEqual(['I BUILT A', 'CASTLE']);
    expect(linesOf('I BUILT A CASTLE', 80)).toEqual(['I BUILT', 'A CASTLE']);
  });

  it('keeps the line breaks and the empty lines of the creator', () => {
    expect(linesOf('ONE\n\nTWO', 200)).toEqual(['ONE', '', 'TWO']);
  });

  it('keeps a word that is wider than the layer in one piece', () => {
    expect(linesOf('A SUPERCALIFRAGILISTIC B', 60)).toEqual(['A', 'SUPERCALIFRAGILISTIC', 'B']);
  });

  it('never loses a word, and breaks only where a line would be too wide', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[A-Z]{1,9}$/), { minLength: 1 }),
        fc.integer({ min: 40, max: 400 }),
        (words, width) => {
          const lines = linesOf(words.join(' '), width);

          expect(lines.join(' ')).toBe(words.join(' '));
          for (const [index, line] of lines.slice(0, -1).entries()) {
            const next = lines
              .at(index + 1)
              ?.split(' ')
              .at(0);
            if (line.includes(' ')) expect(measure(line)).toBeLessThanOrEqual(width);
            if (next !== undefined) expect(measure(`${line} ${next}`)).toBeGreaterThan(width);
          }
        },
      ),
    );
  });

  it.each([
    ['left', [-100, -100]],
    ['center', [-50, -20]],
    ['right', [0, 60]],
  ] as const)('is aligned to the %s of its layer', (align, lefts) => {
    const { lines } = layoutText({ ...layer('0123456789\nABCD', 200), align }, measure);

    expect(lines.map(({ x }) => x)).toEqual(lefts);
  });

  it('has the same space above its capitals as below them', () => {
    const { lines, ink, height } = layoutText(layer('ONE\nTWO', 200), measure);
    const capital = 85.9;

    expect(lines[0]?.baseline).toBeCloseTo(ink.y + capital);
    expect(lines[1]?.baseline).toBeCloseTo(ink.y + ink.height);
    expect(ink.y + height / 2).toBeCloseTo(height / 2 - (ink.y + ink.height));
  });
});
