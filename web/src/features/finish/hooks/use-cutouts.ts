import { useEffect, useMemo, useRef, useState } from 'react';
import type { Design } from '../../../../../contract/design.ts';
import { listCutouts } from '../../../api/cutouts.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { useUserQuery } from '../../../api/use-query.ts';
import { loadBitmap } from '../../../api/load-bitmap.ts';

const NONE: ReadonlyMap<string, ImageBitmap> = new Map();

/** The cut-outs of the account, and the images of those that a design uses. */
export function useCutouts(userId: string, design: Design) {
  // A refetch replaces every URL, so that all images would load again each time the page gets the focus.
  const list = useUserQuery('cutouts', userId, listCutouts, { revalidateOnFocus: false });
  const [bitmaps, setBitmaps] = useState(NONE);
  const requested = useRef(new Set<string>());
  const left = useRef(new AbortController());

  const used = useMemo(
    () => new Set(design.layers.flatMap((layer) => (layer.kind === 'cutout' ? [layer.cutoutId] : []))),
    [design.layers],
  );
  const listed = list.status === 'success' ? list.data : undefined;
  const toLoad = listed?.filter(({ id }) => used.has(id) && !bitmaps.has(id)) ?? [];
  const key = toLoad.map(({ url }) => url).join(' ');

  useEffect(() => {
    const load = async ({ id, url }: Cutout) => {
      if (requested.current.has(url)) return;
      requested.current.add(url);
      try {
        const bitmap = await loadBitmap(url, left.current.signal);
        setBitmaps((before) => new Map(before).set(id, bitmap));
      } catch {
        // Its layer says that it is missing. A new list has a new URL, which is tried again.
      }
    };
    for (const cutout of toLoad) void load(cutout);
    // `key` stands for the cut-outs to load.
  }, [key]);

  /** The cut-outs of the design that are not in the account any more. Empty until the list has loaded. */
  const missing = useMemo(
    () => new Set(listed ? [...used].filter((id) => !listed.some((cutout) => cutout.id === id)) : []),
    [listed, used],
  );
  /** A hidden cut-out is not drawn. */
  const isLoaded = design.layers.every(
    (layer) =>
      layer.kind !== 'cutout' ||
      layer.hidden === true ||
      bitmaps.has(layer.cutoutId) ||
      missing.has(layer.cutoutId),
  );
  /** Without one that was deleted on this page: the next visit cannot draw it either. */
  const available = useMemo(
    () => (missing.size === 0 ? bitmaps : new Map([...bitmaps].filter(([id]) => !missing.has(id)))),
    [bitmaps, missing],
  );
  return { list, bitmaps: available, missing, isLoaded, problem: undefined, retry: list.refetch };
}

export type Cutouts = ReturnType<typeof useCutouts>;
