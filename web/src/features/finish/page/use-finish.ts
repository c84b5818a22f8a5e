import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listPalette } from '../../../lib/render/palette.ts';
import type { Hint } from '../checks/check.ts';
import { useChecks } from '../checks/use-checks.ts';
import { useCutoutTitles } from '../editor/cutout-titles.ts';
import type { EditedDesign } from '../editor/design-context.ts';
import { removeLayer, reorderLayer, updateLayer } from '../editor/edit-design.ts';
import { createHeadline } from '../editor/new-layers.ts';
import { usePlacement } from '../editor/use-placement.ts';
import type { Layer } from '#contract/design/design.ts';
import type { FinishPage } from '../editor/page-context.ts';
import { useSwap } from '../editor/use-swap.ts';
import { useEditor } from '../editor/use-editor.ts';
import type { Editor } from '../editor/use-editor.ts';
import { useLayerKeys } from '../editor/use-layer-keys.ts';
import { useExport } from '../export/use-export.ts';
import type { EditedImage } from '../image-tools/image-context.ts';
import { useImageTools } from '../image-tools/use-image-tools.ts';
import { useVideoDetails } from '../preview/video-details.ts';
import type { ShownImage } from '../saving/draw-preview.ts';
import { useSaveChanges, useSavedDesign } from '../saving/use-saved-design.ts';
import { useDrawnDesign } from './use-drawn-design.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useViews } from './use-views.ts';
import type { OpenedPage } from './use-views.ts';

/** The design of a thumbnail that has loaded, and what the topics of the page make of the design. */
export function useFinish(opened: OpenedPage) {
  const { userId, thumbnail } = opened;
  const shown = useRef<ShownImage>(undefined);
  const saver = useSavedDesign(userId, thumbnail, shown);
  const titles = useCutoutTitles(userId);
  const editor = useEditor(saver.initial, titles);
  useSaveChanges(saver, editor.design);
  const imageTools = useImageTools(userId, thumbnail, editor);
  const { image } = imageTools.versions;
  const [picture, setPicture] = useState<HTMLElement | null>(null);
  const palette = useMemo(() => listPalette(image), [image]);
  const { loadedFonts, ...drawn } = useDrawnDesign({
    userId,
    model: thumbnail.model,
    editor,
    titles,
    imageTools,
    shown,
  });
  const exporting = useExport({ ...drawn, name: thumbnail.name });
  const views = useViews(opened, imageTools.putAway);
  useKeys(editor, views.page);
  const { cutouts, rendering } = drawn;
  const { faces, findPlace, ...fitting } = usePlacement(drawn.finished, cutouts, rendering);
  const checks = useChecks({
    rendering,
    design: editor.design,
    missingCutouts: cutouts.missing,
    faces,
    isFileTooLarge: exporting.isTooLarge,
  });
  const [renamed, setRenamed] = useState<string>();
  const rename = (id: string | undefined) => {
    if (id !== undefined) views.page.openTab('design');
    setRenamed(id);
  };
  const { swapped, swap } = useSwap(editor);
  const place = (wanted: Layer) => {
    const { layer, edit } = findPlace(wanted);
    return editor.add(layer, edit);
  };
  const design: EditedDesign = {
    editor,
    ...drawn,
    place,
    ...fitting,
    addText: () => addText(editor, place, views.page),
    renamed,
    rename,
    swapped,
    swap,
    onLayerKeyDown: useLayerKeys(editor, rename),
  };
  const edited: EditedImage = { imageTools, palette, picture, setPicture };
  return {
    views,
    design,
    image: edited,
    saver,
    loadedFonts,
    exporting,
    checks,
    video: useVideoDetails(thumbnail),
    fix: (hint: Hint) => applyFix(design, hint, views.page),
  };
}

function useKeys(editor: Editor, { requestCutout, showShortcuts }: FinishPage): void {
  usePageKeys({
    undo: editor.undo,
    redo: editor.redo,
    showShortcuts: () => showShortcuts(true),
    selected: editor.selected,
    onCopy: (layer) => editor.announce(`${editor.nameLayer(layer)} copied.`),
    onPaste: editor.duplicate,
    // A dialog asks what the picture is: a cut-out costs credits.
    onPicture: (file) => requestCutout({ file }),
  });
}

function addText(
  { design: { layers } }: Editor,
  place: EditedDesign['place'],
  { headline, editWords }: FinishPage,
): void {
  const isFirst = layers.every(({ kind }) => kind !== 'text');
  flushSync(() => place(createHeadline(isFirst ? headline : undefined)));
  editWords();
}

function applyFix({ editor, swap }: EditedDesign, { layerId, fix }: Hint, { editWords }: FinishPage): void {
  if (!fix) return;
  const { design, change } = editor;
  const { changes, said } = fix;
  if (changes === 'place') {
    swap(layerId);
    editor.announce(said);
    return;
  }
  if (changes === 'words') {
    flushSync(() => editor.select(layerId));
    editor.announce(said);
    editWords();
    return;
  }
  if (changes === 'remove') change(removeLayer(design, layerId), said);
  else if (changes === 'to front') change(reorderLayer(design, layerId, Infinity), said);
  else change(updateLayer(design, layerId, changes), said);
}
