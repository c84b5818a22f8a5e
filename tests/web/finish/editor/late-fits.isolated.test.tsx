import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Layer } from '#contract/design/design.ts';
import { addLayer } from '../../../../web/src/features/finish/editor/edit-design.ts';
import { createHeadline } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { type Editor, useEditor } from '../../../../web/src/features/finish/editor/use-editor.ts';
import { useLayerKeys } from '../../../../web/src/features/finish/editor/use-layer-keys.ts';
import { usePlacement } from '../../../../web/src/features/finish/editor/use-placement.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { CUTOUTS, IMAGE, load, MORE, pass, settle, stubLateFont } from '../support/late-font.ts';

beforeEach(stubLateFont);

async function openEditor(layer: Layer) {
  const { result } = renderHook(() => {
    const editor = useEditor(addLayer(EMPTY_DESIGN, layer), new Map());
    const { fitWords } = usePlacement({ ...IMAGE, design: editor.design }, CUTOUTS, undefined, editor);
    return { editor, fitWords };
  });
  await settle();
  const step = (take: (editor: Editor) => void) => act(() => take(result.current.editor));
  /** Renders the page as soon as the font has loaded. */
  const renderAgain = async () => {
    load();
    await pass();
    step(({ announce }) => announce('Loaded.'));
  };
  return { result, step, renderAgain, fitWords: result.current.fitWords };
}

it('a late fit is no step of undo, and the steps to undo and to redo have the fitted text', async () => {
  const headline = createHeadline('Castle');
  const { result, step, renderAgain, fitWords } = await openEditor(headline);
  step(({ update }) => update(headline.id, fitWords(headline, MORE)));
  step(({ add }) => void add(createHeadline('Second')));
  step(({ add }) => void add(createHeadline('Third')));
  step(({ undo }) => undo());
  await renderAgain();
  const list = () => result.current.editor.design.layers.map((layer) => layer.kind === 'text' && layer.size);
  const fitted = list();
  step(({ redo }) => redo());
  const redone = list();
  for (const _step of [1, 2]) step(({ undo }) => undo());
  const undone = list();
  step(({ undo }) => undo());

  expect([fitted, redone, undone, list()]).toEqual([[118, 150], [118, 150, 150], [118], [150]]);
});

it('a step with a font that has not loaded stays as it is when the creator has left the font', async () => {
  load();
  const headline = createHeadline('Castle');
  const { result, step, fitWords } = await openEditor(headline);
  vi.spyOn(document.fonts, 'check').mockImplementation((font) => !font.includes('Teko'));
  const changes = { ...MORE, font: 'teko' as const };
  step(({ update }) => update(headline.id, fitWords(headline, changes)));
  step(({ update, design: { layers } }) => {
    for (const layer of layers)
      if (layer.kind === 'text') update(layer.id, fitWords(layer, { font: 'anton' }));
  });
  const [left] = result.current.editor.design.layers;
  step(({ undo }) => undo());

  expect([left, ...result.current.editor.design.layers]).toMatchObject([
    { ...MORE, font: 'anton', size: 118 },
    { ...changes, size: 150 },
  ]);
});

it('a text that the arrow keys move before its font has loaded is fitted then', async () => {
  const headline = createHeadline('Castle');
  const { result, step, renderAgain, fitWords } = await openEditor(headline);
  step(({ update }) => update(headline.id, fitWords(headline, MORE)));
  const { result: keys } = renderHook(() => useLayerKeys(result.current.editor, () => undefined, fitWords));
  const event = { key: 'ArrowLeft', nativeEvent: {}, preventDefault: () => undefined };
  step(({ design: { layers } }) => {
    for (const layer of layers) keys.current(event as never, layer);
  });
  await renderAgain();

  expect(result.current.editor.design.layers).toMatchObject([{ x: headline.x - 1, size: 118 }]);
});

it('a text that is deleted before its font has loaded is fitted when undo brings it back', async () => {
  const headline = createHeadline('Castle');
  const { result, step, renderAgain, fitWords } = await openEditor(headline);
  step(({ update }) => update(headline.id, fitWords(headline, MORE)));
  step(({ remove }) => remove(headline));
  step(({ undo }) => undo());
  await renderAgain();

  expect(result.current.editor.design.layers).toMatchObject([{ ...MORE, size: 118 }]);
});

it('a font that is chosen again by redo before it has loaded is fitted then', async () => {
  load();
  const headline = createHeadline('Castle');
  const { result, step, renderAgain, fitWords } = await openEditor(headline);
  const check = vi.spyOn(document.fonts, 'check').mockImplementation((font) => !font.includes('Teko'));
  step(({ update }) => update(headline.id, fitWords(headline, { ...MORE, font: 'teko' })));
  step(({ undo }) => undo());
  step(({ redo }) => redo());
  check.mockReturnValue(true);
  await renderAgain();

  expect(result.current.editor.design.layers).toMatchObject([{ ...MORE, font: 'teko', size: 134 }]);
});
