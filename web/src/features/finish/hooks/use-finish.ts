import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { listPalette } from '../../../lib/render/palette.ts';
import { useFeature, useSiteConfig } from '../../../api/site-config.ts';
import type { LoadedThumbnail } from '../model/load-thumbnail.ts';
import type { ShownImage } from '../model/saving/draw-preview.ts';
import { useVideoDetails } from '../model/youtube/video-details.ts';
import { useBrand } from './use-brand.ts';
import { useChecks } from './use-checks.ts';
import { useCutouts } from './use-cutouts.ts';
import { useEditor } from './use-editor.ts';
import { useExport } from './use-export.ts';
import { useFonts } from './use-fonts.ts';
import { useParts } from './use-parts.ts';
import { useImageTools } from './image-tools/use-image-tools.ts';
import { useRendering } from './use-rendering.ts';
import { useSaveChanges, useSavedDesign } from './use-saved-design.ts';

/** The design of a thumbnail that has loaded, and what follows from it. */
export function useFinish(userId: string, thumbnail: LoadedThumbnail) {
  const shown = useRef<ShownImage>(undefined);
  const saver = useSavedDesign(userId, thumbnail, shown);
  const editor = useEditor(saver.initial);
  const { design } = editor;
  const imageTools = useImageTools(userId, thumbnail, editor);
  const { versions } = imageTools;
  const { image, chosenImage } = versions;
  const cutouts = useCutouts(userId, design);
  const { bitmaps, missing } = cutouts;
  const finished = useMemo(() => ({ image, design, cutouts: bitmaps }), [image, design, bitmaps]);
  const palette = useMemo(() => listPalette(image), [image]);
  useSaveChanges(saver, design);
  const fonts = useFonts(design);
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
    () => (isReady && chosenImage ? { image: chosenImage, design, cutouts: bitmaps } : undefined),
    [isReady, chosenImage, design, bitmaps],
  );
  useLayoutEffect(() => {
    shown.current = { finished: complete ?? finished, isLoaded: complete !== undefined };
  });
  const lastRendering = useRendering(complete);
  const rendering = parts.status === 'failed' ? undefined : lastRendering;
  const exporting = useExport({ complete, parts, rendering, prompt: thumbnail.prompt });
  const checks = useChecks(rendering, design, missing, exporting.isTooLarge);
  const video = useVideoDetails(thumbnail);
  const brand = useBrand(userId);
  const [hasBadge, setHasBadge] = useState(true);
  const config = useSiteConfig();
  const edits = useFeature('edits', userId);
  const concepts = useFeature('concepts', userId);
  const hasTextModel = config.status === 'success' && config.data.promptAssistance;
  const editServices = config.status === 'success' && edits !== 'off' ? config.data.edits : [];
  return {
    userId,
    thumbnail,
    saver,
    saveState: saver.state,
    editor,
    imageTools,
    cutouts,
    /** The services that edit the image. */
    editServices,
    /** An account that has lost early access still sees the versions of its image. */
    hasImageTools: editServices.length > 0 || thumbnail.edits.length > 0,
    /** True if a text model can turn a sentence into an edit. */
    hasTextModel: hasTextModel && edits !== 'off',
    isEditingEarly: edits === 'early',
    /** Titles and headlines from the text model. */
    suggestions: hasTextModel ? concepts : 'off',
    /** The price of a cut-out, in credits. Undefined if the stage makes no new cut-outs. */
    cutoutCost: config.status === 'success' ? config.data.references.cutoutCost : undefined,
    /** The image on the canvas, even if a part of it is not loaded. A tool in use may show another version than the chosen one. */
    finished,
    /** The design with all that it shows: the only image that is exported, compared and rendered. Undefined while a part is missing. */
    complete,
    parts,
    palette,
    brand,
    fonts,
    rendering,
    checks,
    exporting,
    video,
    badge: { isOn: hasBadge, onChange: setHasBadge },
  };
}

export type Finish = ReturnType<typeof useFinish>;
