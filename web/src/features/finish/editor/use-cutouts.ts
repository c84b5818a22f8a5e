import { useEffect, useMemo, useRef, useState } from 'react';
import type { Design } from '#contract/design/design.ts';
import { findKinds, listCutouts } from '../../../api/cutouts.ts';
import type { Cutout } from '../../../api/cutouts.ts';
import { loadBitmap } from '../../../api/load-bitmap.ts';
import { listShownCutouts } from '../../../lib/render/finished-image.ts';
import { useCutoutList } from './use-cutout-list.ts';

const NONE: ReadonlySet<string> = new Set();

/** The cut-outs of the account, and the images of the cut-outs that a design uses. */
export function useCutouts(userId: string, design: Design) {
  const list = useCutoutList(userId);
  const [bitmaps, setBitmaps] = useState<ReadonlyMap<string, ImageBitmap>>(new Map());
  /** The ids of the cut-outs whose images could not be loaded. */
  const [failed, setFailed] = useState(NONE);
  /** The ids that the newest list at the time of their use did not have. */
  const [gone, setGone] = useState(NONE);
  const [attempt, setAttempt] = useState(0);
  const requested = useRef(new Set<string>());
  const left = useRef(new AbortController());

  /** The ids of cut-outs that the design may show next. */
  const [wanted, want] = useState(NONE);

  const used = useMemo(() => {
    const ids = design.layers.flatMap((layer) => (layer.kind === 'cutout' ? [layer.cutoutId] : []));
    return new Set([...ids, ...wanted]);
  }, [design.layers, wanted]);
  const readAgain = () => listCutouts().then(list.setData);
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
        setFailed((before) => new Set(before).add(id));
      }
    };
    for (const cutout of toLoad) void load(cutout);
    // `key` stands for the cut-outs to load.
  }, [key, attempt]);

  /** The cut-outs of the design that are not in the account any more. A new cut-out may only be missing in an older list. */
  const missing = useMemo(
    () => new Set(listed ? [...gone].filter((id) => listed.every((cutout) => cutout.id !== id)) : []),
    [listed, gone],
  );
  const unlisted = listed ? [...used].filter((id) => listed.every((cutout) => cutout.id !== id)) : [];
  const unknown = unlisted.filter((id) => !gone.has(id));
  useEffect(() => {
    if (unknown.length === 0) return;
    void readAgain().then(
      () => setGone((before) => new Set([...before, ...unknown])),
      () => setFailed((before) => new Set([...before, ...unknown])),
    );
    // The ids stand for their list.
  }, [unknown.join(' '), attempt]);
  const waited = listShownCutouts(design).filter((id) => !bitmaps.has(id) && !missing.has(id));
  /** Excludes cut-outs that were deleted on this page, because the next visit cannot draw them either. */
  const available = useMemo(
    () => (missing.size === 0 ? bitmaps : new Map([...bitmaps].filter(([id]) => !missing.has(id)))),
    [bitmaps, missing],
  );
  const kinds = useMemo(() => findKinds(available.keys(), listed ?? []), [available, listed]);
  const retry = async () => {
    setFailed(NONE);
    // Without a new list, the known URLs are tried again.
    await readAgain().catch(() => undefined);
    requested.current.clear();
    setAttempt((count) => count + 1);
  };
  return {
    list,
    bitmaps: available,
    kinds,
    missing,
    /** Loads the images of cut-outs that the design may show next. */
    want,
    /** The ids of the shown or wanted cut-outs whose images could not be loaded. */
    failed: new Set([...waited, ...wanted].filter((id) => failed.has(id) && !bitmaps.has(id))),
    isLoaded: waited.length === 0,
    problem: describeProblem(waited, { isListed: list.status !== 'error', failed }),
    /** Reads the list again, because the URLs may have expired, and loads what could not be loaded. */
    retry: () => void retry(),
  };
}

/** @param waited the ids of the cut-outs that a drawing waits for */
function describeProblem(
  waited: readonly string[],
  { isListed, failed }: { isListed: boolean; failed: ReadonlySet<string> },
): string | undefined {
  if (waited.length === 0) return undefined;
  if (!isListed) return 'Your cut-outs could not be loaded.';
  return waited.some((id) => failed.has(id)) ? 'A cut-out could not be loaded.' : undefined;
}

export type Cutouts = ReturnType<typeof useCutouts>;
