import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listPalette } from '../../../lib/render/palette.ts';
import type { Hint } from '../checks/check.ts';
import { useChecks } from '../checks/use-checks.ts';
import { useCutoutTitles } from '../editor/cutout-titles.ts';
import type { EditedDesign } from '../editor/design-context.ts';
import { findLayer } from '../editor/edit-design.ts';
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
import { useLanguages } from '../translations/use-languages.ts';
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
  const languages = useLanguages(userId, thumbnail.id);
  const editor = useEditor(saver.initial, titles, languages?.lens);
  useSaveChanges(saver, editor.original);
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
  const { faces, findPlace, ...fitting } = usePlacement(drawn.finished, cutouts, rendering, editor);
  const checks = useChecks({
    rendering,
    editor,
    languages,
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
    languages,
    language: languages?.findShown(editor.original),
    ...drawn,
    place,
    ...fitting,
    addText: () => addText(editor, place, views.page),
    renamed,
    rename,
    swapped,
    swap,
    onLayerKeyDown: useLayerKeys(editor, rename, fitting.fitWords),
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
    fix: (hint: Hint) => checks.fix?.(hint, design, views.page),
  };
}

function useKeys(editor: Editor, { requestCutout, showShortcuts }: FinishPage): void {
  usePageKeys({
    undo: editor.undo,
    redo: editor.redo,
    showShortcuts: () => showShortcuts(true),
    // The clipboard has the layer with its translations.
    selected: findLayer(editor.original, editor.selected?.id),
    onCopy: (layer) => editor.announce(`${editor.nameLayer(layer)} copied.`),
    onPaste: editor.paste,
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
