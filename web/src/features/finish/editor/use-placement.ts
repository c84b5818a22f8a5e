import { useEffect, useState } from 'react';
import type { Design, Layer, TextLayer } from '#contract/design/design.ts';
import type { FinishedImage, Rect } from '../../../lib/render/finished-image.ts';
import { giveWords } from '../../../lib/render/give-words.ts';
import type { LayerChanges } from './edit-design.ts';
import type { Cutouts } from './use-cutouts.ts';
import type { Rendering } from './use-rendering.ts';

const load = () => import('./placement.ts');
type Placement = Awaited<ReturnType<typeof load>>;

/**
 * Returns functions that give a new layer its place on the image, and keep the words of a text in their box. The code loads when the
 * page is there. Until then, and without a connection, a layer keeps the place that its kind has by default, and a text its size.
 */
export function usePlacement(finished: FinishedImage, cutouts: Cutouts, rendering: Rendering | undefined) {
  const [code, setCode] = useState<Placement>();
  const [faces, setFaces] = useState<readonly Rect[]>();
  useEffect(() => {
    load().then(setCode, () => undefined);
  }, []);
  useEffect(() => rendering && code?.detectFaces(rendering.finished, setFaces), [code, rendering]);
  return {
    /** The faces in the picture. Undefined if nothing has looked for them. */
    faces,
    findPlace: (layer: Layer): ReturnType<Placement['placeOn']> =>
      code?.placeOn(layer, finished, cutouts, faces ?? []) ?? { layer },
    fitWords: (layer: TextLayer, changes: LayerChanges, isPicture?: boolean): LayerChanges =>
      code?.fitWords(layer, changes, isPicture) ?? changes,
    fillTexts: (layers: readonly Layer[], words: readonly string[], isPicture?: boolean): Layer[] =>
      (code?.fillTexts ?? giveWords)(layers, words, isPicture),
    fitTexts: (design: Design, isPicture?: boolean): Design => code?.fitTexts(design, isPicture) ?? design,
  };
}
