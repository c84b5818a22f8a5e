import { useLayoutEffect, useMemo } from 'react';
import type { RefObject } from 'react';
import { findDesignMark } from '#contract/image-mark.ts';
import { titleLayers } from '../editor/cutout-titles.ts';
import type { CutoutTitles } from '../editor/cutout-titles.ts';
import { useCutouts } from '../editor/use-cutouts.ts';
import type { Editor } from '../editor/use-editor.ts';
import { useFonts } from '../editor/use-fonts.ts';
import { useParts } from '../editor/use-parts.ts';
import { useRendering } from '../editor/use-rendering.ts';
import type { ImageTools } from '../image-tools/use-image-tools.ts';
import type { ShownImage } from '../saving/draw-preview.ts';

interface UseDrawnDesignOptions {
  userId: string;
  /** The model of the thumbnail. */
  model: string;
  editor: Editor;
  /** Name the layers of cut-outs in the checks and in the files. */
  titles: CutoutTitles;
  imageTools: ImageTools;
  /** Gets what the page draws, for the preview that each save sends. */
  shown: RefObject<ShownImage | undefined>;
}

/** Loads the image, the cut-outs and the fonts of the design, and joins them to what the page draws and exports. */
export function useDrawnDesign({ userId, model, editor, titles, imageTools, shown }: UseDrawnDesignOptions) {
  const design = useMemo(
    () => ({ ...editor.design, layers: titleLayers(editor.design.layers, titles) }),
    [editor.design, titles],
  );
  const { versions } = imageTools;
  const { image, chosenImage } = versions;
  const cutouts = useCutouts(userId, design);
  const { bitmaps, kinds } = cutouts;
  const mark = findDesignMark(model, design, kinds);
  const finished = useMemo(() => ({ image, design, cutouts: bitmaps, mark }), [image, design, bitmaps, mark]);
  const fonts = useFonts(design, editor.original);
  const parts = useParts([
    {
      isLoaded: versions.isLoaded && chosenImage !== undefined,
      problem: versions.hasFailed ? 'The image of this version could not be loaded.' : undefined,
      retry: versions.retry,
    },
    cutouts,
    fonts,
  ]);
  const isReady = parts.status === 'ready';
  const complete = useMemo(
    () => (isReady && chosenImage ? { image: chosenImage, design, cutouts: bitmaps, mark } : undefined),
    [isReady, chosenImage, design, bitmaps, mark],
  );
  useLayoutEffect(() => {
    shown.current = { finished: complete ?? finished, isLoaded: complete !== undefined };
  });
  const lastRendering = useRendering(complete);
  const rendering = parts.status === 'failed' ? undefined : lastRendering;
  return { cutouts, finished, complete, parts, rendering, loadedFonts: fonts.loaded };
}
