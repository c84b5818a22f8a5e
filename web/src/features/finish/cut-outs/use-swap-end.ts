import { useEffect, useEffectEvent, useRef } from 'react';
import type { CutoutLayer } from '#contract/design/design.ts';
import { loadBitmap } from '../../../api/load-bitmap.ts';
import { notify } from '../../../ui/notify.ts';
import { useEditedDesign } from '../editor/design-context.ts';
import { findLayer, updateLayer } from '../editor/edit-design.ts';
import { findFigure } from '../editor/find-figure.ts';
import { swapCutout } from '../editor/swap-cutout.ts';

/**
 * Puts the chosen cut-out in place after the end of a visit that did not wait for its image.
 * @param pending the id of the chosen cut-out, until its image is loaded
 * @returns a function that drops the choice
 */
export function useSwapEnd(layer: CutoutLayer, pending: string | undefined): () => void {
  const { editor, cutouts } = useEditedDesign();
  const isDropped = useRef(false);
  const finish = useEffectEvent(async () => {
    const all = cutouts.list.status === 'success' ? cutouts.list.data : [];
    const chosen = all.find(({ id }) => id === pending);
    if (!chosen || isDropped.current) return;
    const { id, url } = chosen;
    try {
      const bitmaps = new Map(cutouts.bitmaps).set(id, await loadBitmap(url, new AbortController().signal));
      editor.edit((design) => {
        const now = findLayer(design, layer.id);
        // Another choice has followed.
        if (now?.kind !== 'cutout' || now.cutoutId !== layer.cutoutId) return design;
        const [from, to] = [now.cutoutId, id].map((each) => findFigure(now, each, bitmaps, all));
        return from && to ? updateLayer(design, layer.id, swapCutout(now, from, id, to)) : design;
      }, '');
    } catch {
      notify.error('The chosen cut-out could not be loaded. Please choose it again.');
    }
  });
  useEffect(() => () => void finish(), []);
  return () => {
    isDropped.current = true;
  };
}
