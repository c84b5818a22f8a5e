import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { loadScripts } from '../../../../web/src/lib/render/load-scripts.ts';
import { layoutText, textDirection } from '../../../../web/src/lib/render/layout-text.ts';

beforeAll(loadScripts);

/** Every character is ten pixels wide. */
const measure = (text: string) => text.length * 10;
const layer = (text: string, width: number) => ({ ...createTextLayer('text'), text, width, size: 100 });
const listLines = (text: string, width: number) =>
  layoutText(layer(text, width), measure).lines.map((line) => line.text);

describe('a text', () => {
  it('breaks at blanks when a line is wider than the layer', () => {
    expect(listLines('I BUILT A CASTLE', 90)).toEqual(['I BUILT A', 'CASTLE']);
    expect(listLines('I BUILT A CASTLE', 80)).toEqual(['I BUILT', 'A CASTLE']);
  });

  it('keeps the line breaks and the empty lines of the creator', () => {
    expect(listLines('ONE\n\nTWO', 200)).toEqual(['ONE', '', 'TWO']);
  });

  it('breaks a word only where it is wider than the layer, between the characters that readers see', () => {
    expect(listLines('A SUPERCALI B', 60)).toEqual(['A', 'SUPERC', 'ALI B']);
    expect(listLines('👩‍👩‍👧👩‍👩‍👧', 50)).toEqual(['👩‍👩‍👧', '👩‍👩‍👧']);
    expect(listLines('x\u0301x\u0301', 20)).toEqual(['x\u0301', 'x\u0301']);
  });

  it.each([
    ['日本語の見出し', 40, ['日本語の', '見出し']],
    // No closing mark, small kana or mark of length begins a line, also in a word that is wider than the line.
    ['今日は雨。明日も雨！', 40, ['今日は', '雨。', '明日も', '雨！']],
    ['昨日「すごい」と', 50, ['昨日', '「すごい」', 'と']],
    ['シャッター', 20, ['シャッ', 'ター']],
    ['สวัสดีชาวโลก', 70, ['สวัสดี', 'ชาวโลก']],
    ['ខ្ញុំ\u200bស្រឡាញ់', 80, ['ខ្ញុំ\u200b', 'ស្រឡាញ់']],
    ['日本で MOUNTAIN', 80, ['日本で', 'MOUNTAIN']],
    ['WELL-KNOWN FACTS', 100, ['WELL-KNOWN', 'FACTS']],
    ['한국어 제목', 50, ['한국어', '제목']],
    ['IN 100\u00a0000 YEARS', 100, ['IN 100\u00a0000', 'YEARS']],
    // No font has the narrow no-break blank.
    ['ONLY 5\u202f%', 60, ['ONLY', '5\u00a0%']],
    // Particles, endings and units belong to the word before.
    ['100日で城を建てた', 50, ['100日で', '城を建てた']],
    ['会社を辞めた日', 40, ['会社を', '辞めた日']],
    ['กรุงเทพฯ น่าอยู่', 90, ['กรุงเทพฯ', 'น่าอยู่']],
    // An ordinary blank beside a mark does not break either.
    ['POURQUOI ? PARCE QUE', 100, ['POURQUOI\u00a0?', 'PARCE QUE']],
    ['IL DIT « NON » !', 90, ['IL DIT', '«\u00a0NON\u00a0»\u00a0!']],
    ['ONLY 500 € NOW', 80, ['ONLY', '500\u00a0€', 'NOW']],
    ['ROME — PARIS', 70, ['ROME\u00a0—', 'PARIS']],
    ['DONAU SCHIFF\u2060FAHRT', 120, ['DONAU', 'SCHIFF\u2060FAHRT']],
    ['日本\u2060語', 20, ['日', '本\u2060語']],
  ])('breaks %s between words, and keeps together what belongs together', (text, width, lines) => {
    expect(listLines(text, width)).toEqual(lines);
  });

  it.each([
    ['AB', 4],
    ['עב AB', 0],
    ['AB مرحبا', 0],
    ['हिन्दी', 0],
    ['ಕ್ಷಮೆ', 0],
    ['ක්‍ෂණ', 0],
    ['ᠮᠣᠩᠭᠣᠯ', 0],
  ])(
    'has %s drawn letter by letter only if the letters neither join nor are ordered from the right',
    (text, space) => {
      const spaced = { ...layer(text, 1_000), letterSpacing: 0.04 };
      const { lines } = layoutText(spaced, measure);
      const whole = [{ text, x: -text.length * 5 }];
      const letters = [
        { text: 'A', x: -10 },
        { text: 'B', x: space },
      ];
      expect(lines.map(({ parts }) => parts)).toEqual([space === 0 ? whole : letters]);
    },
  );

  it('has the direction of its first letter', () => {
    const texts = ['HELLO', '123 مرحبا', 'שלום', '日本語', '', 'iPhone או'];
    expect(texts.map((text) => textDirection({ text }))).toEqual(['ltr', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr']);
    expect(['iPhone או', 'iPhone'].map((text) => textDirection({ text, language: 'he' }))).toEqual([
      'rtl',
      'ltr',
    ]);
  });

  it('is drawn as a whole if a line of Latin letters belongs to a text from right to left', () => {
    const spaced = { ...layer('مرحبا\niPhone', 1_000), letterSpacing: 0.04 };
    const { lines } = layoutText(spaced, measure);
    expect(lines.map(({ parts }) => parts.length)).toEqual([1, 1]);
  });

  it('never loses a word, and breaks only where a line would be too wide', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[A-Z]{1,9}$/), { minLength: 1 }),
        fc.integer({ min: 90, max: 400 }),
        (words, width) => {
          const lines = listLines(words.join(' '), width);

          expect(lines.join(' ')).toBe(words.join(' '));
          for (const [index, line] of lines.slice(0, -1).entries()) {
            const next = lines
              .at(index + 1)
              ?.split(' ')
              .at(0);
            expect(measure(line)).toBeLessThanOrEqual(width);
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
