import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { loadBitmap } from '../../../../api/load-bitmap.ts';
import { readThumbnail } from '../../../../api/thumbnails.ts';
import type { LoadedThumbnail } from '../../model/load-thumbnail.ts';
import { findBase } from '../../model/image-tools/versions.ts';
import type { VersionList } from '../../model/image-tools/versions.ts';

/**
 * The versions of a thumbnail: its original and its edits, with the images of those that the page needs.
 * @param image the id of the chosen edit; undefined for the original. While a tool is in use, an upscaled image is shown as its
 * base, because the tool changes the base.
 */
export function useVersions(
  { id, size, ...thumbnail }: LoadedThumbnail,
  { image, isEditing }: { image: string | undefined; isEditing: boolean },
) {
  const [stored, setStored] = useState({ url: thumbnail.url, edits: thumbnail.edits });
  const [bitmaps, setBitmaps] = useState<ReadonlyMap<string, ImageBitmap>>(
    new Map([[thumbnail.shownId, thumbnail.image]]),
  );
  const left = useRef(new AbortController());
  const shown = useRef(thumbnail.image);
  const list = useMemo((): VersionList => ({ size, edits: stored.edits.toReversed() }), [size, stored]);

  const read = async () => {
    const { url = thumbnail.url, edits = [] } = await readThumbnail(id, left.current.signal);
    setStored({ url, edits });
    return { url, edits };
  };

  /** The URL of an image may have expired, or another device has made the edit: then the list is read again. */
  const load = async (wanted: string): Promise<void> => {
    const loadFrom = (from: typeof stored) => {
      const url = from.edits.find((edit) => edit.id === wanted)?.imageURL;
      return loadBitmap(url ?? from.url, left.current.signal);
    };
    try {
      const isKnown = wanted === id || stored.edits.some((edit) => edit.id === wanted);
      const first = isKnown ? loadFrom(stored) : Promise.reject(new Error('An unknown version'));
      const bitmap = await first.catch(async () => loadFrom(await read()));
      setBitmaps((before) => new Map(before).set(wanted, bitmap));
    } catch {
      // The version before it stays visible. Choosing it again tries again.
    }
  };

  const base = findBase(list, image);
  const shownId = (isEditing ? base?.id : image) ?? id;
  const bitmap = bitmaps.get(shownId);
  const loadShown = useEffectEvent(() => {
    if (bitmap) shown.current = bitmap;
    else void load(shownId);
  });
  useEffect(() => loadShown(), [shownId, bitmap]);

  return {
    /** Of the shown version; the one before while it loads. */
    image: bitmap ?? shown.current,
    isLoaded: bitmap !== undefined,
    /** The id and the URL of the original, or of its preview. */
    id,
    url: thumbnail.originalPreviewURL ?? stored.url,
    list,
    /** The version that an edit starts from; undefined for the original. */
    base,
    bitmaps,
    load: (wanted: string) => void (bitmaps.has(wanted) || load(wanted)),
    /** @returns all versions */
    refresh: async (): Promise<VersionList> => ({ size, edits: (await read()).edits.toReversed() }),
  };
}
