import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Design, Layer } from '#contract/design/design.ts';
import { addLayer } from '../../../../web/src/features/finish/editor/edit-design.ts';
import { createHeadline } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { usePlacement } from '../../../../web/src/features/finish/editor/use-placement.ts';
import type { ShownText } from '../../../../web/src/features/finish/translations/language-view.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { CUTOUTS, IMAGE, load, MORE, pass, settle, stubLateFont, WORDS } from '../support/late-font.ts';

beforeEach(() => {
  edits.length = 0;
  stubLateFont();
});

const NONE: Layer[] = [];
/** The sizes of all layers after each late fit that changes the design. */
const edits: unknown[] = [];

async function open() {
  const usePlacementOf = (layers: Layer[]) => {
    const original = { ...EMPTY_DESIGN, layers };
    const amend = (edit: (before: Design) => Design) => {
      const design = edit(original);
      if (design !== original) edits.push(design.layers.map((layer) => layer.kind === 'text' && layer.size));
    };
    return usePlacement({ ...IMAGE, design: original }, CUTOUTS, undefined, { amend });
  };
  const hook = renderHook(usePlacementOf, { initialProps: NONE });
  await settle();
  return hook;
}

it('a headline gets its place at once, keeps the size of a new text, and gets its own size when its font has loaded', async () => {
  const headline = createHeadline(WORDS);
  const { result, rerender } = await open();
  const before = result.current;
  const { layer: placed } = before.findPlace(headline);

  expect(placed).toMatchObject({ x: 328, width: 560, size: 150 });
  expect(before.fitWords(createHeadline(WORDS), MORE)).toEqual(MORE);
  expect(before.fitTexts({ ...EMPTY_DESIGN, layers: [headline] }).layers).toEqual([headline]);
  expect(before.fillTexts([headline], ['Castle'])).toEqual([{ ...headline, text: 'Castle' }]);

  load();
  await pass();
  const after = result.current;

  expect(after.findPlace(headline).layer).toMatchObject({ x: 328, width: 560, size: 118 });
  expect(after.fitWords(headline, MORE)).toMatchObject({ ...MORE, size: 118 });
  rerender(addLayer(EMPTY_DESIGN, placed).layers);
  expect(edits).toEqual([[118]]);
});

it('a text gets its size when the font of its new words has loaded, unless it has changed since', async () => {
  const translations = { de: { text: 'Burg' } };
  const headline = { ...createHeadline('Castle'), translations };
  const other = createHeadline('Castle');
  const { result, rerender } = await open();
  const typed = { ...headline, ...result.current.fitWords(headline, { text: WORDS }) };
  // A design stores tenths of a pixel.
  const worded = { ...typed, ...result.current.fitWords(typed, { ...MORE, width: 760.04 }), width: 760 };
  const german: ShownText = { ...worded, text: 'Burg', language: 'de' };
  result.current.fitWords(german, { text: 'Eine Burg' });
  const outdated = { ...worded, translations: { de: { text: 'Burg', review: 'outdated' as const } } };
  const undone = { ...other, ...result.current.fitWords(other, MORE), text: 'Castle' };
  rerender([outdated, undone]);
  const early = edits.length;
  load();
  await pass();
  rerender([outdated, undone]);
  rerender([outdated, undone]);

  expect([early, edits]).toEqual([0, [[118, 150]]]);
});

it('words that are typed after the font has loaded, and before the page has fitted the text, are fitted as words of a new text', async () => {
  const headline = createHeadline('Castle');
  const { result } = await open();
  const { layer } = result.current.findPlace(headline);
  if (layer.kind !== 'text') throw new Error('The headline is no text.');
  const high = { ...layer, y: 40 };
  result.current.fitWords(high, { keepsSize: undefined });
  load();
  await pass();

  expect(result.current.fitWords(high, MORE)).toMatchObject({
    ...MORE,
    size: 102,
    y: expect.closeTo(308.9, 1) as number,
  });
});

it('the words of a layout are fitted beside a hidden text, whose font does not load', async () => {
  const headline = createHeadline('Castle');
  const hidden: Layer = { ...createHeadline('Hidden'), font: 'teko', hidden: true };
  const { result } = await open();
  load();
  await pass();
  vi.spyOn(document.fonts, 'check').mockImplementation((font) => !font.includes('Teko'));

  expect(result.current.fillTexts([headline, hidden], [MORE.text])).toMatchObject([
    { ...MORE, size: 118 },
    { text: 'Hidden' },
  ]);
});

it('a text that is dragged before its font has loaded is fitted then', async () => {
  const headline = createHeadline('Castle');
  const { result, rerender } = await open();
  const typed = { ...headline, ...result.current.fitWords(headline, MORE) };
  // Each move of a drag is a change of the text as it was before the drag.
  result.current.fitWords(typed, { x: 330 });
  const dragged = { ...typed, ...result.current.fitWords(typed, { x: 340 }) };
  load();
  await pass();
  rerender([dragged]);

  expect(edits).toEqual([[118]]);
});

it('words that follow a chosen size before the font has loaded are fitted', async () => {
  const headline = createHeadline('Castle');
  const { result, rerender } = await open();
  const sized = { ...headline, ...result.current.fitWords(headline, { size: 140 }) };
  const typed = { ...sized, ...result.current.fitWords(sized, MORE) };
  load();
  await pass();
  rerender([typed]);

  expect(edits).toEqual([[116]]);
});

it('a hidden text, whose font does not load, is not fitted in another font', async () => {
  const headline = createHeadline('Castle');
  const hidden = { ...createHeadline('Cat'), font: 'teko' as const, hidden: true };
  const { result } = await open();
  vi.spyOn(document.fonts, 'check').mockImplementation((font) => !font.includes('Teko'));
  const { fitWords, fitTexts, fillTexts } = result.current;
  const worded = { ...hidden, ...MORE };

  expect(fitWords(hidden, MORE)).toEqual(MORE);
  expect(fitTexts({ ...EMPTY_DESIGN, layers: [headline, worded] }).layers[1]).toMatchObject({ size: 150 });
  expect(fillTexts([headline, hidden], ['Cat', MORE.text])[1]).toMatchObject({ size: 150 });
});

it.each([{ locked: true }, { name: 'Title' }, { hidden: false }])(
  'a text that gets %o before its font has loaded is fitted then',
  async (changes) => {
    const headline = { ...createHeadline('Castle'), locked: false, hidden: true };
    const { result, rerender } = await open();
    const typed = { ...headline, ...result.current.fitWords(headline, MORE) };
    load();
    await pass();
    rerender([{ ...typed, ...changes }]);

    expect(edits).toEqual([[118]]);
  },
);
