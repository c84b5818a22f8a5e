import { useEffect, useMemo, useState } from 'react';
import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { haveFontsLoaded, loadFonts } from '../../../lib/render/fonts.ts';
import { giveWords } from '../../../lib/render/give-words.ts';
import type { LayerChanges } from './edit-design.ts';
import { createTextLayer } from './new-layers.ts';
import type { Cutouts } from './use-cutouts.ts';
import type { Editor } from './use-editor.ts';
import type { Rendering } from './use-rendering.ts';

const load = () => import('./placement.ts');
type Placement = Awaited<ReturnType<typeof load>>;

/**
 * Returns functions that give a new layer its place on the image, and keep the words of a text in their box. The code and the font of new
 * texts load when the page is there. Until then, and without a connection, a layer keeps the place that its kind has by default. A text keeps
 * its size until its font has loaded, because its words have another width in another font, and is fitted then.
 */
export function usePlacement(
  finished: FinishedImage,
  cutouts: Pick<Cutouts, 'list' | 'bitmaps'>,
  rendering: Rendering | undefined,
  editor: Pick<Editor, 'amend'>,
) {
  const [code, setCode] = useState<Placement>();
  const [faces, setFaces] = useState<readonly Rect[]>();
  useEffect(() => {
    load().then(setCode, () => undefined);
    loadFonts([createTextLayer()]).catch(() => undefined);
  }, []);
  useEffect(() => rendering && code?.detectFaces(rendering.finished, setFaces), [code, rendering]);
  // The page renders again when the fonts of its design have loaded.
  useEffect(() => code?.fitLate(editor));
  const fitting = useMemo(() => createFitting(code), [code]);
  return {
    /** The faces in the picture. Undefined if nothing has looked for them. */
    faces,
    findPlace: (layer: Layer): ReturnType<Placement['placeOn']> => {
      if (!code) return { layer };
      const placed = code.placeOn(layer, finished, cutouts, faces ?? []);
      if (layer.kind !== 'text' || placed.layer.kind !== 'text' || isMeasured([layer])) return placed;
      // The place is about right, but the size is for letters of another font.
      const kept = { ...placed.layer, size: layer.size };
      code.fitLater(kept, { keepsSize: kept.keepsSize });
      return { ...placed, layer: kept };
    },
    ...fitting,
  };
}

/** A hidden text loads no font, and the texts beside it do not wait for its font. */
const isMeasured = (layers: readonly Layer[]): boolean =>
  haveFontsLoaded(layers.filter((layer) => layer.kind === 'text').filter(({ hidden }) => !hidden));

const createFitting = (code: Placement | undefined) => ({
  fitWords: (layer: TextLayer, changes: LayerChanges, isPicture?: boolean): LayerChanges =>
    code ? code.fitNowOrLater(layer, changes, isPicture) : changes,
  fillTexts: (layers: readonly Layer[], words: readonly string[], isPicture?: boolean): Layer[] => {
    const filled = giveWords(layers, words);
    return code && isMeasured(filled) ? code.fillTexts(layers, words, isPicture) : filled;
  },
  fitTexts: (design: Design, isPicture?: boolean): Design =>
    code && isMeasured(design.layers) ? code.fitTexts(design, isPicture) : design,
});
